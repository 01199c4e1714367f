use std::fs;

use super::*;
use morpion_proof::claim::Setting;
use morpion_results::{BoxFacts, Store, box_file_name};
use morpion_rules::geometry::BoundingBox;

/// A folder of results with one box, and the store that works on it.
fn folder() -> (tempfile::TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let setting = Setting {
        variant: morpion_rules::geometry::Variant::D5,
        symmetric: false,
    };
    let (store, _) = Store::open(&folder.path().join("5D"), setting, false).unwrap();
    store
        .save_box(&BoxFacts::new(BoundingBox::default()))
        .unwrap();
    (folder, store)
}

fn boxes(news: &News) -> usize {
    news.report.as_ref().unwrap().walks[0].boxes.len()
}

#[test]
fn news_come_when_a_box_is_written_and_only_then() {
    let (folder, store) = folder();
    let watch = Watch::new(Sources::under(folder.path())).unwrap();
    let first = watch.news(None);
    let before = boxes(&first);
    assert!(watch.news(Some(&first.stamp)).report.is_none());
    store
        .save_box(&BoxFacts::new("5,5,5,5".parse().unwrap()))
        .unwrap();
    let next = watch.news(Some(&first.stamp));
    assert_ne!(next.stamp, first.stamp);
    assert_eq!(boxes(&next), before + 1);
    assert_eq!(next.fault, None);
}

#[test]
fn a_file_that_is_half_written_is_waited_for() {
    let (folder, _store) = folder();
    let watch = Watch::new(Sources::under(folder.path())).unwrap();
    let first = watch.news(None);
    let path = folder
        .path()
        .join("5D/boxes")
        .join(box_file_name(BoundingBox::default()));
    let whole = fs::read(&path).unwrap();
    fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let news = watch.news(Some(&first.stamp));
    assert!(news.report.is_none(), "the last whole report stands");
    assert!(news.fault.unwrap().contains("0-0-0-0.json"));
    assert_eq!(watch.report().walks.len(), 1);
    fs::write(&path, &whole).unwrap();
    assert_eq!(watch.news(None).fault, None);
}

#[test]
fn a_folder_that_goes_away_leaves_the_last_report() {
    let (folder, store) = folder();
    let watch = Watch::new(Sources::under(folder.path())).unwrap();
    drop(store);
    fs::remove_dir_all(folder.path()).unwrap();
    let news = watch.news(None);
    assert_eq!(boxes(&news), boxes(&watch.news(None)));
    assert!(news.fault.is_some());
}
