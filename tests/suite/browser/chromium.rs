//! A headless Chromium, driven by its DevTools protocol over a pipe: no port, no further program, no dependency.
//!
//! The browser reads commands from its descriptor 3 and writes answers to 4, each JSON and a zero byte; a shell makes
//! these of its input and output.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Names under which it is installed.
const NAMES: [&str; 4] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
];

/// How long anything may take: the machine may be busy.
const PATIENCE: Duration = Duration::from_secs(120);

/// The browser on this machine, if there is one.
fn installed() -> Option<PathBuf> {
    if let Some(path) = std::env::var_os("MORPION_CHROMIUM") {
        return Some(path.into());
    }
    let folders = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&folders).flat_map(|f| NAMES.map(|n| f.join(n)));
    places.find(|p| p.is_file())
}

/// Browsers that no test uses at the moment. Starting one takes as long as most tests do, so each serves many, one after the other.
static IDLE: Mutex<Vec<Browser>> = Mutex::new(Vec::new());

/// A browser and the pipe to it. It ends when the pipe is closed.
struct Browser {
    commands: ChildStdin,
    answers: Receiver<Value>,
    last: u64,
}

impl Browser {
    fn start() -> Self {
        let program = installed().expect("no Chromium is installed: set MORPION_CHROMIUM to one");
        let profile = tempfile::tempdir().unwrap().keep();
        let mut child = Command::new("sh")
            .arg("-c")
            .arg(r#""$@" --user-data-dir="$0" 3<&0 4>&1 </dev/null >/dev/null 2>&1; rm -rf "$0""#)
            .arg(profile)
            .arg(program)
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--no-first-run",
                "--remote-debugging-pipe",
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let (commands, output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for part in BufReader::new(output).split(0) {
                let Ok(part) = part else { break };
                let Ok(message) = serde_json::from_slice(&part) else {
                    continue;
                };
                if send.send(message).is_err() {
                    break;
                }
            }
            let _ = child.wait();
        });
        Self {
            commands,
            answers,
            last: 0,
        }
    }
}

/// A tab that is not in use.
pub(super) struct Tab(Option<String>);

/// A page that shares nothing with any other: storage, size and complaints are its own.
pub(super) struct Page {
    /// Always there until the page is dropped.
    browser: Option<Browser>,
    context: Value,
    session: Option<String>,
    /// Everything the page complained about.
    pub(super) complaints: Vec<String>,
    /// How often a page asked whether it may be left.
    pub(super) asked: u32,
}

impl Page {
    /// Opens a blank page.
    ///
    /// # Panics
    /// Where no browser is installed.
    pub(super) fn open() -> Self {
        let idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner).pop();
        let mut page = Self {
            browser: Some(idle.unwrap_or_else(Browser::start)),
            context: Value::Null,
            session: None,
            complaints: Vec::new(),
            asked: 0,
        };
        let context = page.call("Target.createBrowserContext", json!({}));
        page.context = context["browserContextId"].clone();
        page.tab();
        page
    }

    /// Opens another tab, blank, which shares its storage with those before it, and goes on there; returns the tab that was left.
    pub(super) fn tab(&mut self) -> Tab {
        let left = Tab(self.session.take());
        let target = self.call(
            "Target.createTarget",
            json!({"url": "about:blank", "browserContextId": self.context}),
        );
        let session = self.call(
            "Target.attachToTarget",
            json!({"targetId": target["targetId"], "flatten": true}),
        );
        self.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log", "DOM"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        left
    }

    /// Goes on in another tab; returns the tab that was left.
    pub(super) fn switch(&mut self, tab: &Tab) -> Tab {
        Tab(std::mem::replace(&mut self.session, tab.0.clone()))
    }

    /// Sends a command and waits for its answer.
    pub(super) fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let answer = self.hear(method, |message| message["id"] == id);
        assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
        answer["result"].clone()
    }

    /// Sends a command to the tab; returns its number.
    fn send(&mut self, method: &str, params: Value) -> u64 {
        let session = self.session.clone();
        self.send_to(session.as_deref(), method, params)
    }

    /// Sends a command to a tab, or to the browser; returns its number.
    fn send_to(&mut self, session: Option<&str>, method: &str, params: Value) -> u64 {
        let browser = self.browser.as_mut().expect("a browser");
        browser.last += 1;
        let id = browser.last;
        let mut command = json!({"id": id, "method": method, "params": params});
        if let Some(session) = session {
            command["sessionId"] = json!(session);
        }
        let line = format!("{command}\0");
        browser.commands.write_all(line.as_bytes()).unwrap();
        id
    }

    /// Waits for a message of the browser.
    fn hear(&mut self, of: &str, is_it: impl Fn(&Value) -> bool) -> Value {
        loop {
            let browser = self.browser.as_ref().expect("a browser");
            let message = browser.answers.recv_timeout(PATIENCE);
            let message = message.unwrap_or_else(|_| panic!("no answer to {of}"));
            if is_it(&message) {
                return message;
            }
            self.notice(&message);
            self.leave(&message);
        }
    }

    /// Agrees where a page asks whether it may be left, and counts it.
    fn leave(&mut self, message: &Value) {
        if message["method"] != "Page.javascriptDialogOpening"
            || message["params"]["type"] != "beforeunload"
        {
            return;
        }
        self.asked += 1;
        let accept = json!({"accept": true});
        let session = message["sessionId"].as_str();
        self.send_to(session, "Page.handleJavaScriptDialog", accept);
    }

    /// Keeps what the page complains about: errors, and whatever its policy blocked.
    fn notice(&mut self, message: &Value) {
        let params = &message["params"];
        let complaint = match message["method"].as_str() {
            Some("Runtime.exceptionThrown") => Some(params["exceptionDetails"].to_string()),
            // The browser asks only where somebody has touched the page.
            Some("Log.entryAdded") if params["entry"]["source"] == "intervention" => None,
            Some("Log.entryAdded") => Some(params["entry"].to_string()),
            Some("Runtime.consoleAPICalled") => Some(params["args"].to_string()),
            Some("Page.javascriptDialogOpening") if params["type"] != "beforeunload" => {
                Some("a dialog was opened".to_owned())
            }
            _ => None,
        };
        self.complaints.extend(complaint);
    }

    /// The value of an expression; promises are waited for.
    pub(super) fn eval(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.call("Runtime.evaluate", params);
        assert!(
            result["exceptionDetails"].is_null(),
            "{expression}: {}",
            result["exceptionDetails"]
        );
        result["result"]["value"].clone()
    }

    /// Waits until an expression is true.
    pub(super) fn wait(&mut self, condition: &str) {
        let start = Instant::now();
        while self.eval(&format!("Boolean({condition})")) != true {
            assert!(
                start.elapsed() < PATIENCE,
                "in vain: {condition}; complaints: {:?}",
                self.complaints
            );
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Leaves the open page for a blank one.
    pub(super) fn close(&mut self) {
        self.call("Page.navigate", json!({"url": "about:blank"}));
        self.wait("location.href === 'about:blank'");
    }

    /// Opens an address and waits until its scripts are done; returns the milliseconds that this took, as the page counts them.
    pub(super) fn visit(&mut self, address: &str) -> f64 {
        self.close();
        self.call("Page.navigate", json!({"url": address}));
        self.wait("location.href !== 'about:blank' && document.documentElement?.dataset.ready");
        self.eval("Number(document.documentElement.dataset.ready)")
            .as_f64()
            .unwrap()
    }

    /// Reads the page anew, as a press on the browser's button does.
    pub(super) fn reload(&mut self) {
        self.send("Page.reload", json!({}));
        let session = self.session.clone();
        self.hear("Page.reload", |message| {
            message["method"] == "Page.loadEventFired"
                && message["sessionId"].as_str() == session.as_deref()
        });
        self.wait("document.documentElement?.dataset.ready");
    }

    /// The size of the screen, as of a phone or a desk.
    pub(super) fn screen(&mut self, width: u32, height: u32, is_phone: bool) {
        let scale = if is_phone { 2 } else { 1 };
        let params = json!({"width": width, "height": height, "deviceScaleFactor": scale, "mobile": is_phone});
        self.call("Emulation.setDeviceMetricsOverride", params);
        let touch = json!({"enabled": is_phone, "maxTouchPoints": if is_phone { 2 } else { 1 }});
        self.call("Emulation.setTouchEmulationEnabled", touch);
    }

    /// Sets a preference of the user's browser: `prefers-color-scheme`, `prefers-reduced-motion`.
    pub(super) fn prefers(&mut self, feature: &str, value: &str) {
        let features = json!([{"name": feature, "value": value}]);
        self.call("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Presses a key, as a keyboard does.
    pub(super) fn press(&mut self, key: &str) {
        let text = if key.chars().count() == 1 { key } else { "" };
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyDown", "key": key, "text": text}),
        );
        self.call(
            "Input.dispatchKeyEvent",
            json!({"type": "keyUp", "key": key}),
        );
    }

    /// Clicks at a place, as a mouse does.
    pub(super) fn click_at(&mut self, x: f64, y: f64) {
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            let params = json!({"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", params);
        }
    }

    /// Moves fingers, as on a screen: the places of each of them after every step; then lifts them.
    pub(super) fn touch(&mut self, steps: &[Vec<(f64, f64)>]) {
        for (i, fingers) in steps.iter().enumerate() {
            let kind = if i == 0 { "touchStart" } else { "touchMove" };
            let points: Vec<Value> = (0..)
                .zip(fingers)
                .map(|(id, (x, y))| json!({"x": x, "y": y, "id": id}))
                .collect();
            let params = json!({"type": kind, "touchPoints": points});
            self.call("Input.dispatchTouchEvent", params);
        }
        let params = json!({"type": "touchEnd", "touchPoints": []});
        self.call("Input.dispatchTouchEvent", params);
    }

    /// Touches the middle of the first element that matches, once it is in view.
    pub(super) fn tap(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.touch(&[vec![place]]);
    }

    /// The middle of the first element that matches, once it is in view.
    pub(super) fn middle(&mut self, selector: &str) -> (f64, f64) {
        let place = self.eval(&format!(
            "(() => {{ const e = document.querySelector({selector:?}); e.scrollIntoView({{block: 'center', behavior: 'instant'}}); \
             const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; }})()"
        ));
        (place[0].as_f64().unwrap(), place[1].as_f64().unwrap())
    }

    /// Clicks the middle of the first element that matches, once it is in view.
    pub(super) fn click(&mut self, selector: &str) {
        let (x, y) = self.middle(selector);
        self.click_at(x, y);
    }

    /// Gives files to an input, as its dialog does.
    pub(super) fn choose_file(&mut self, selector: &str, path: &str) {
        let root = self.call("DOM.getDocument", json!({}))["root"]["nodeId"].clone();
        let node = self.call(
            "DOM.querySelector",
            json!({"nodeId": root, "selector": selector}),
        );
        self.call(
            "DOM.setFileInputFiles",
            json!({"nodeId": node["nodeId"], "files": [path]}),
        );
    }

    /// The text of an element.
    pub(super) fn text(&mut self, selector: &str) -> String {
        let value = self.eval(&format!("document.querySelector({selector:?}).textContent"));
        value.as_str().unwrap().to_owned()
    }

    /// A picture of what is in view.
    pub(super) fn picture(&mut self) -> Vec<u8> {
        use base64::Engine;
        let shot = self.call("Page.captureScreenshot", json!({}));
        let engine = base64::engine::general_purpose::STANDARD;
        engine.decode(shot["data"].as_str().unwrap()).unwrap()
    }

    /// Fails if the page has complained about anything.
    pub(super) fn assert_content(&mut self) {
        self.eval("1");
        assert!(self.complaints.is_empty(), "{:?}", self.complaints);
    }
}

impl Drop for Page {
    /// Hands the browser on, unless something is wrong with it.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        self.session = None;
        let context = json!({"browserContextId": self.context});
        self.call("Target.disposeBrowserContext", context);
        let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
        idle.extend(self.browser.take());
    }
}
