//! Contrast of every text with its background, as WCAG 2.2 AA asks (4.5, or 3 where letters are large).

use serde_json::json;

use super::chromium::Page;
use super::page_address;

/// Lists texts that are too pale: the browser itself says what a colour is.
const PALE: &str = r"(() => {
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    const rgba = (colour) => { pen.clearRect(0, 0, 1, 1); pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); return Array.from(pen.getImageData(0, 0, 1, 1).data); };
    const over = ([r, g, b, a], under) => [r, g, b].map((c, i) => (c * a + under[i] * (255 - a)) / 255);
    function behind(element) {
        const layers = [];
        for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor));
        return layers.reverse().reduce((under, layer) => over(layer, under), [255, 255, 255]);
    }
    const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const pale = [];
    for (const e of document.body.querySelectorAll('*')) {
        const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
        if (!own || e.closest('script, [hidden], .visually-hidden, .drawing, option, .skip') || e.disabled || !e.getClientRects().length) continue;
        const style = getComputedStyle(e);
        const ground = behind(e);
        const ink = over(rgba(e instanceof SVGElement ? style.fill : style.color), ground);
        const size = parseFloat(style.fontSize);
        const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        const found = contrast(ink, ground);
        if (found < (large ? 3 : 4.5)) pale.push(`${e.tagName}.${e.getAttribute('class')} ${found.toFixed(2)}: ${e.textContent.trim().slice(0, 40)}`);
    }
    return [...new Set(pale)].slice(0, 20);
})()";

/// Elements that need a name for those who cannot see them, and have none.
const NAMELESS: &str = r"(() => {
    const named = (e) => (e.textContent.trim() || e.getAttribute('aria-label') || e.title || e.labels?.length || e.getAttribute('placeholder'));
    const needed = [...document.querySelectorAll('button, a[href], input, select, textarea, svg[role=img], [role=region], [role=application]')];
    return needed.filter((e) => !e.closest('[hidden]') && !named(e)).map((e) => e.outerHTML.slice(0, 120));
})()";

/// Controls whose names lack the words that are seen on them.
const MISNAMED: &str = r"[...document.querySelectorAll('[aria-label]')].filter((e) => e.matches('button, a') && e.textContent.trim() && !e.getAttribute('aria-label').includes(e.textContent.trim())).map((e) => e.outerHTML.slice(0, 120)).slice(0, 5)";

/// Headings that leave out a level.
const STEPS: &str = r"(() => { let last = 1; return [...document.querySelectorAll('h1, h2, h3, h4')].filter((h) => h.getClientRects().length).filter((h) => { const n = Number(h.tagName[1]); const isLeap = n > last + 1; last = n; return isLeap; }).map((h) => h.textContent); })()";

/// Fields of the legend whose rims do not stand out from the page (3, for what is no letter).
const FAINT: &str = r"(() => {
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
    const rgb = (colour) => { pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1); return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3); };
    const light = (c) => { const [r, g, b] = c.map((v) => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; }); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
    const contrast = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
    const paper = rgb(getComputedStyle(document.body).backgroundColor);
    return [...document.querySelectorAll('.legend .key')].filter((k) => contrast(rgb(getComputedStyle(k).borderTopColor), paper) < 3).map((k) => k.className);
})()";

#[test]
#[ignore = "needs Chromium"]
fn texts_stand_out_and_controls_have_names() {
    let mut page = Page::open();
    for name in ["index.html", "play.html"] {
        for colours in ["light", "dark"] {
            page.prefers("prefers-color-scheme", colours);
            page.visit(&page_address(name));
            page.eval("document.querySelectorAll('details').forEach((d) => { d.open = true; }); 0");
            assert_eq!(page.eval(PALE), json!([]), "{name}, {colours}");
            assert_eq!(page.eval(NAMELESS), json!([]), "{name}");
            assert_eq!(page.eval(MISNAMED), json!([]), "{name}");
            assert_eq!(page.eval(STEPS), json!([]), "{name}: headings");
            if name == "index.html" {
                assert_eq!(page.eval(FAINT), json!([]), "{colours}: the legend");
            }
            let twice = "[...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i)";
            assert_eq!(page.eval(twice), json!([]), "{name}: an id twice");
            assert_eq!(page.eval("document.querySelectorAll('h1').length"), 1);
        }
    }
    page.assert_content();
}
