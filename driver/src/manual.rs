//! What the manual says of a remark: `pass/REMARKS.md`, which has a heading of the third level for each name.

/// The manual's text.
const REMARKS: &str = include_str!("../../pass/REMARKS.md");

/// What a remark means, as Markdown, without its heading; none if the manual does not name it.
pub fn section(name: &str) -> Option<&'static str> {
    let heading = format!("\n### {name}\n");
    let from = REMARKS.find(&heading)? + heading.len();
    let rest = &REMARKS[from..];
    let end = rest.find("\n#").unwrap_or(rest.len());
    Some(rest[..end].trim())
}

/// The first sentence of that, in one line.
pub fn summary(name: &str) -> Option<String> {
    let paragraph = section(name)?.split("\n\n").next()?.replace('\n', " ");
    let end = paragraph.find(". ").map_or(paragraph.len(), |at| at + 1);
    Some(paragraph[..end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_remark_is_described() {
        let text = section("SeveralExits").unwrap();
        assert!(text.starts_with("The loop is left by"), "{text}");
        assert!(
            text.ends_with("Do: leave the loop only at its end."),
            "{text}"
        );
        let sentence = summary("SeveralExits").unwrap();
        assert_eq!(
            sentence,
            "The loop is left by `break`, `return` or `goto`, too."
        );
        assert_eq!(section("Several"), None);
    }

    #[test]
    fn the_last_one_ends_with_the_manual() {
        assert!(section("Internal").unwrap().ends_with("Please report it."));
    }
}
