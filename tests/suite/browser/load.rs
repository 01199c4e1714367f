//! Nothing moves while a page is loaded.

use serde_json::json;

use super::chromium::Page;
use super::page_address;

/// Adds up how far things moved, as browsers count it.
const WATCH: &str = "window.shifted = 0; new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifted += e.value; }).observe({ type: 'layout-shift', buffered: true });";

#[test]
#[ignore = "needs Chromium"]
fn nothing_moves_while_a_page_is_loaded() {
    let mut page = Page::open();
    page.call(
        "Page.addScriptToEvaluateOnNewDocument",
        json!({"source": WATCH}),
    );
    // As slow as a phone: then the page is drawn before its scripts have filled it.
    page.call("Emulation.setCPUThrottlingRate", json!({"rate": 4}));
    for (width, height, is_phone) in [(1440, 900, false), (390, 844, true), (320, 640, true)] {
        page.screen(width, height, is_phone);
        for name in ["index.html", "play.html"] {
            page.visit(&page_address(name));
            page.eval("new Promise((done) => setTimeout(done, 1000))");
            let shifted = page.eval("window.shifted").as_f64().unwrap();
            eprintln!("{name} at {width} pixels: shifts of {shifted:.3}");
            assert!(shifted < 0.1, "{name} at {width} pixels: {shifted}");
        }
    }
}
