//! How often what the pass does and refuses was met.

use crate::engine::Heard;
use std::collections::BTreeMap;

/// What should be met this often at least.
pub const ENOUGH: u64 = 1000;

/// Items with how often each was met.
pub type Counts = BTreeMap<String, u64>;

/// What the pass can do: its remarks, and what these say of a fusion.
const DONE: &[&str] = &[
    "Fused",
    "Fused with SecondTripCount",
    "Fused with Prologue",
    "Fused with RemainderOf first",
    "Fused with RemainderOf second",
    "Fused with RemainderOf either",
    "Fused with Stronger first",
    "Fused with Stronger second",
    "Fused with CheckedGuards",
    "Fused with Checks",
    "Fused with Iterations",
    "Fused with Carried",
    "Fused with Forwarded",
    "Fused with MovedBefore",
    "Fused with MovedBehind",
    "Fused with Scaled",
    "Fused with Searched",
    "Fused with Unswitched",
    "Fused with LoadedOnce",
    "Fused with StripMined",
    "Fused with Flattened",
    "Folded",
    "DeadStores",
    "AllocationSunk",
    "Edited canonical",
    "Edited prepared",
    "Edited versioned",
    "Edited hinted",
    "Edited tidied",
];

/// Refusals that programs of the fuzzer cannot meet: constructs of other languages, and what LLVM never leaves.
const UNREACHED: &[&str] = &[
    "Convergent",
    "IrreducibleCycle",
    "AddressTaken",
    "OddTerminator",
    "Pinned",
    "NotRotated",
    "NotSimplified",
    "PragmasContradict",
    "SumsReordered",
    "TooLarge",
    "TooManyRegisters",
];

/// All that can be met.
pub fn items() -> impl Iterator<Item = String> {
    let refusals = loopfuse::REFUSALS
        .iter()
        .filter(|name| !UNREACHED.contains(name));
    let refusals = refusals.map(|name| format!("refused {name}"));
    DONE.iter()
        .map(|name| (*name).to_owned())
        .chain(refusals)
        .chain(["Kept", "Planned"].map(String::from))
}

/// What a remark speaks of.
pub fn of(heard: &Heard) -> Vec<String> {
    let name = &heard.name;
    if name == "Edited" {
        let what = heard.arguments.get("Kind").map_or("", String::as_str);
        return vec![format!("Edited {what}")];
    }
    if heard.kind != 0 {
        return match name.as_str() {
            "Gain" => vec![],
            "Kept" | "Planned" => vec![name.clone()],
            _ => vec![format!("refused {name}")],
        };
    }
    let with = heard.arguments.iter().filter_map(|(key, value)| {
        let is_side = key == "RemainderOf" || key == "Stronger";
        let is_counted =
            !["FirstLoop", "SecondLoop", "TripCount", "Remainder", "Edit"].contains(&key.as_str());
        match (is_side, name == "Fused" && is_counted) {
            (true, _) => Some(format!("{name} with {key} {value}")),
            (_, true) => Some(format!("{name} with {key}")),
            _ => None,
        }
    });
    std::iter::once(name.clone()).chain(with).collect()
}

/// Adds counts.
pub fn add(to: &mut Counts, more: &Counts) {
    for (item, count) in more {
        *to.entry(item.clone()).or_default() += count;
    }
}

/// What was met too seldom, the most seldom first.
pub fn lacking(counts: &Counts) -> Vec<(String, u64)> {
    let mut lacking: Vec<_> = items()
        .map(|item| (counts.get(&item).copied().unwrap_or(0), item))
        .collect();
    lacking.retain(|(count, _)| *count < ENOUGH);
    lacking.sort();
    lacking
        .into_iter()
        .map(|(count, item)| (item, count))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_items() {
        let arguments = [
            ("TripCount", "n"),
            ("Prologue", "2"),
            ("RemainderOf", "second"),
        ];
        let arguments = arguments.map(|(a, b)| (a.to_owned(), b.to_owned())).into();
        let heard = Heard {
            kind: 0,
            name: "Fused".into(),
            arguments,
        };
        let expected = [
            "Fused",
            "Fused with Prologue",
            "Fused with RemainderOf second",
        ];
        assert_eq!(of(&heard), expected);
        let all: Vec<_> = items().collect();
        assert!(
            expected
                .iter()
                .all(|item| all.contains(&(*item).to_owned()))
        );
        let refused = Heard {
            kind: 1,
            name: "MayAlias".into(),
            ..Heard::default()
        };
        assert_eq!(of(&refused), ["refused MayAlias"]);
        assert!(all.contains(&"refused MayAlias".to_owned()));
    }

    #[test]
    fn what_is_seldom_comes_first() {
        let counts = Counts::from([("Fused".into(), 5000), ("Folded".into(), 3)]);
        let lacking = lacking(&counts);
        assert!(!lacking.iter().any(|(item, _)| item == "Fused"));
        assert!(
            lacking
                .iter()
                .any(|(item, count)| item == "Folded" && *count == 3)
        );
        assert!(lacking.is_sorted_by_key(|(_, count)| *count));
    }

    #[test]
    fn what_is_not_reached_is_a_refusal() {
        assert!(
            UNREACHED
                .iter()
                .all(|name| loopfuse::REFUSALS.contains(name))
        );
    }
}
