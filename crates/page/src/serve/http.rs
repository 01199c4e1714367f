//! A server for the pages, on the loopback address only.
//!
//! Promises: it listens on 127.0.0.1 and nowhere else. It answers GET and HEAD and nothing else, and only requests that name a loopback
//! host, so that no page of another site can reach it by a name of its own. Besides the pages it hands out only files below the folders of
//! results and games, as text that no browser runs. One connection carries one request.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::Watch;
use crate::html::{Links, Pages};

/// The longest request, in bytes.
const MAX_REQUEST: usize = 16 * 1024;
/// The largest file handed out, in bytes: certificates are a few MB.
const MAX_FILE: u64 = 256 * 1024 * 1024;
/// Connections served at the same time; more are closed at once.
const MAX_CONNECTIONS: usize = 64;
/// The longest wait for a client to send or to take bytes.
const PATIENCE: Duration = Duration::from_secs(10);

/// A server that listens.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    watch: Arc<Watch>,
}

impl Server {
    /// Listens on a port of the loopback address; 0 lets the system choose one.
    ///
    /// # Errors
    /// The port is taken.
    pub fn bind(port: u16, watch: Watch) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
        let watch = Arc::new(watch);
        Ok(Self { listener, watch })
    }

    /// The address on which it listens.
    ///
    /// # Errors
    /// The system does not say.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Answers until `stop` is true.
    ///
    /// # Errors
    /// The listener cannot be used.
    pub fn run(&self, stop: &AtomicBool) -> io::Result<()> {
        // So that a request to stop is noticed.
        self.listener.set_nonblocking(true)?;
        let open = Arc::new(());
        while !stop.load(Ordering::Relaxed) {
            match self.listener.accept() {
                Ok((stream, _)) => self.attend(stream, &open),
                Err(_) => std::thread::sleep(Duration::from_millis(20)),
            }
        }
        Ok(())
    }

    /// Serves a connection on a thread of its own, which holds a copy of `open` as long as it runs.
    fn attend(&self, stream: TcpStream, open: &Arc<()>) {
        if Arc::strong_count(open) > MAX_CONNECTIONS {
            return;
        }
        let (watch, held) = (Arc::clone(&self.watch), Arc::clone(open));
        let serve = move || {
            // A client that goes away is no fault of ours.
            let _ = serve(stream, &watch);
            drop(held);
        };
        // Where the system has no thread to spare, the connection is closed.
        let _ = std::thread::Builder::new().spawn(serve);
    }
}

fn serve(mut stream: TcpStream, watch: &Watch) -> io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let (answer, with_body) = match read_request(&mut stream)? {
        Some(request) => (respond(&request, watch), request.method != "HEAD"),
        None => (Answer::refusal(400, "this is not a request"), true),
    };
    answer.send(&mut stream, with_body)
}

/// A request, as far as it matters.
struct Request {
    method: String,
    target: String,
    host: Option<String>,
}

/// Reads up to the end of the head; `None` when it is malformed, too long or cut short.
fn read_request(stream: &mut TcpStream) -> io::Result<Option<Request>> {
    let mut bytes = Vec::new();
    let mut piece = [0; 4096];
    loop {
        let n = stream.read(&mut piece)?;
        bytes.extend_from_slice(&piece[..n]);
        let mut headers = [httparse::EMPTY_HEADER; 64];
        let mut head = httparse::Request::new(&mut headers);
        match head.parse(&bytes) {
            Ok(httparse::Status::Complete(_)) => return Ok(understand(&head)),
            Ok(httparse::Status::Partial) if n > 0 && bytes.len() < MAX_REQUEST => {}
            _ => return Ok(None),
        }
    }
}

fn understand(head: &httparse::Request<'_, '_>) -> Option<Request> {
    let is_host = |h: &&httparse::Header<'_>| h.name.eq_ignore_ascii_case("host");
    let hosts: Vec<_> = head.headers.iter().filter(is_host).collect();
    let host = match hosts[..] {
        [one] => std::str::from_utf8(one.value).ok(),
        _ => None,
    };
    Some(Request {
        method: head.method?.to_owned(),
        target: head.path?.to_owned(),
        host: host.map(str::to_owned),
    })
}

/// Whether a request was meant for this machine by a name of this machine.
fn is_loopback(host: &str) -> bool {
    let name = match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => name,
        _ => host,
    };
    let ours = ["127.0.0.1", "localhost"];
    ours.iter().any(|host| name.eq_ignore_ascii_case(host))
}

fn respond(request: &Request, watch: &Watch) -> Answer {
    if !request.host.as_deref().is_some_and(is_loopback) {
        return Answer::refusal(403, "this server answers to 127.0.0.1 and localhost only");
    }
    if !matches!(request.method.as_str(), "GET" | "HEAD") {
        return Answer::refusal(405, "this server only hands out, by GET and HEAD");
    }
    let (path, query) = match request.target.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (request.target.as_str(), None),
    };
    match path {
        "/" | "/index.html" => Answer::html(pages(watch).report),
        "/play.html" => Answer::html(pages(watch).play),
        "/news.json" => {
            let news = watch.news(query.and_then(|q| q.strip_prefix("since=")));
            let json = serde_json::to_vec(&news).expect("news have only keys of text");
            Answer::new(200, "application/json", json)
        }
        _ => path
            .strip_prefix("/files/")
            .and_then(|rest| file(rest, watch))
            .unwrap_or_else(|| Answer::refusal(404, "there is no such file")),
    }
}

fn pages(watch: &Watch) -> Pages {
    Pages::new(
        &watch.report(),
        &Links::below("files", watch.sources()),
        true,
    )
}

/// The answer with a file below one of the folders; `None` if there is no such file to hand out.
fn file(path: &str, watch: &Watch) -> Option<Answer> {
    let sources = watch.sources();
    let (first, rest) = path.split_once('/')?;
    let number = first.strip_prefix("games").map(|n| match n {
        "" => Some(0),
        n => n.parse().ok(),
    });
    let games = number.flatten().and_then(|n: usize| sources.games.get(n));
    let (folder, rest) = games.map_or((&sources.results, path), |folder| (folder, rest));
    let path = below(folder, rest)?;
    let about = path.metadata().ok().filter(|m| m.is_file())?;
    if about.len() > MAX_FILE {
        return None;
    }
    let kind = match path.extension().and_then(|e| e.to_str()) {
        Some("zst" | "png") => "application/octet-stream",
        _ => "text/plain; charset=utf-8",
    };
    Some(Answer::new(200, kind, std::fs::read(path).ok()?))
}

/// The path of a file inside a folder: names only, nothing hidden, no link that leads out.
fn below(folder: &Path, rest: &str) -> Option<PathBuf> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-_./".contains(&b);
    let rest = Path::new(Some(rest).filter(|r| r.bytes().all(is_plain))?);
    let is_name = |part: Component<'_>| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    };
    if !rest.components().all(is_name) {
        return None;
    }
    let folder = folder.canonicalize().ok()?;
    let path = folder.join(rest).canonicalize().ok()?;
    path.starts_with(&folder).then_some(path)
}

/// An answer to a request: its status, the type of its content, and the content.
struct Answer {
    status: u16,
    kind: &'static str,
    body: Vec<u8>,
}

impl Answer {
    const fn new(status: u16, kind: &'static str, body: Vec<u8>) -> Self {
        Self { status, kind, body }
    }

    fn html(text: String) -> Self {
        Self::new(200, "text/html; charset=utf-8", text.into_bytes())
    }

    fn refusal(status: u16, words: &str) -> Self {
        let body = format!("{words}\n").into_bytes();
        Self::new(status, "text/plain; charset=utf-8", body)
    }

    fn send(&self, stream: &mut TcpStream, with_body: bool) -> io::Result<()> {
        let reason = match self.status {
            200 => "OK",
            400 => "Bad Request",
            403 => "Forbidden",
            404 => "Not Found",
            _ => "Method Not Allowed",
        };
        let (status, kind, length) = (self.status, self.kind, self.body.len());
        let allow = match status {
            405 => "Allow: GET, HEAD\r\n",
            _ => "",
        };
        let head = format!(
            "HTTP/1.1 {status} {reason}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n{allow}\
             Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
             Cross-Origin-Resource-Policy: same-origin\r\nX-Frame-Options: DENY\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes())?;
        if with_body {
            stream.write_all(&self.body)?;
        }
        stream.flush()
    }
}

#[cfg(test)]
mod tests;
