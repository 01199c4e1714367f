use std::fs;

use super::*;
use crate::Sources;

/// A server on a free port over a folder of results, and what is needed to stop it.
struct Running {
    address: SocketAddr,
    folder: tempfile::TempDir,
    stop: Arc<AtomicBool>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Running {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("5D")).unwrap();
        let run = r#"{"format":"morpion-results","version":1,"variant":"5D","symmetric":false}"#;
        fs::write(folder.path().join("5D/run.json"), run).unwrap();
        fs::write(folder.path().join(".hidden"), "secret").unwrap();
        let watch = Watch::new(Sources::under(folder.path())).unwrap();
        let server = Server::bind(0, watch).unwrap();
        let address = server.address().unwrap();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let thread = std::thread::spawn(move || server.run(&flag).unwrap());
        Self {
            address,
            folder,
            stop,
            thread: Some(thread),
        }
    }

    /// The answer to these bytes.
    fn send(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.write_all(bytes).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn ask(&self, method: &str, target: &str) -> String {
        let head = format!(
            "{method} {target} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.address
        );
        self.send(head.as_bytes())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or_default()
}

#[test]
fn pages_news_and_files_are_handed_out() {
    let server = Running::new();
    assert!(server.address.ip().is_loopback());
    for target in ["/", "/index.html", "/play.html"] {
        let answer = server.ask("GET", target);
        assert_eq!(status(&answer), "200");
        assert!(answer.contains("<!doctype html>"));
    }
    let news = server.ask("GET", "/news.json");
    let json: serde_json::Value =
        serde_json::from_str(news.split("\r\n\r\n").nth(1).unwrap()).unwrap();
    assert_eq!(json["report"]["walks"][0]["name"], "5D");
    let seen = format!("/news.json?since={}", json["stamp"].as_str().unwrap());
    assert!(server.ask("GET", &seen).contains(r#""report":null"#));
    assert!(
        server
            .ask("GET", "/files/5D/run.json")
            .contains("morpion-results")
    );
}

#[test]
fn only_reading_is_possible() {
    let server = Running::new();
    for method in [
        "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT",
    ] {
        let answer = server.ask(method, "/");
        assert_eq!(status(&answer), "405", "{method}");
        assert!(answer.contains("Allow: GET, HEAD"));
    }
    let head = server.ask("HEAD", "/");
    assert_eq!(status(&head), "200");
    assert!(head.ends_with("\r\n\r\n"), "no body");
}

#[test]
fn other_hosts_are_refused() {
    let server = Running::new();
    let port = server.address.port();
    for host in [
        "evil.example",
        "evil.example:80",
        "127.0.0.1.evil.example",
        "",
        "0.0.0.0",
        "127.0.0.1:x",
    ] {
        let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\n\r\n");
        assert_eq!(status(&server.send(head.as_bytes())), "403", "{host}");
    }
    assert_eq!(status(&server.send(b"GET / HTTP/1.1\r\n\r\n")), "403");
    let two = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nHost: evil.example\r\n\r\n");
    assert_eq!(status(&server.send(two.as_bytes())), "403");
    let local = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n");
    assert_eq!(status(&server.send(local.as_bytes())), "200");
}

#[test]
fn nothing_outside_the_folders_is_handed_out() {
    let server = Running::new();
    let outside = tempfile::NamedTempFile::new().unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path(), server.folder.path().join("5D/link")).unwrap();
    let _ = &outside;
    for target in [
        "/files/../../../etc/passwd",
        "/files/5D/../../etc/passwd",
        "/files//etc/passwd",
        "/files/%2e%2e/x",
        "/files/.hidden",
        "/files/5D/.git/config",
        "/files/5D/link",
        "/files/5D",
        "/files/",
        "/files/nothing",
        "/etc/passwd",
        "/x",
    ] {
        assert_eq!(status(&server.ask("GET", target)), "404", "{target}");
    }
}

#[test]
fn what_is_no_request_is_refused_and_the_server_goes_on() {
    let server = Running::new();
    let long = format!("GET /{} HTTP/1.1\r\n", "x".repeat(40_000));
    for bytes in [
        &b"\x16\x03\x01\x02\x00"[..],
        b"GET\r\n\r\n",
        b"\0\0\0\0\r\n\r\n",
        long.as_bytes(),
    ] {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        assert!(answer.is_empty() || status(&answer) == "400", "{answer}");
    }
    assert_eq!(status(&server.ask("GET", "/")), "200");
}
