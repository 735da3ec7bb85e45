//! How far a loop reaches in its source. What tells is how it looks: a body in braces, one statement, or an `end do`. It is good
//! enough to draw by.

use std::ops::Range;

/// The number of the last line of a loop whose head ends at a byte of a text; its own `line` if that cannot be told.
pub fn last_line(text: &str, head: &Range<usize>, line: usize) -> usize {
    let is_fortran = |word: &str| word.eq_ignore_ascii_case("do");
    let first = text[head.clone()].split_whitespace().next().unwrap_or("");
    let behind = match is_fortran(first) {
        true => end_do(&text[head.start..]),
        false => end_of_statement(&text[head.end..]).map(|end| head.end - head.start + end),
    };
    let inside = behind.map_or("", |behind| &text[head.start..head.start + behind]);
    line + inside.matches('\n').count()
}

/// Behind a statement of C: behind the brace that closes its first one, or the first semicolon that is in no
/// parentheses.
fn end_of_statement(text: &str) -> Option<usize> {
    let (mut braces, mut parentheses) = (0, 0);
    let mut before = ' ';
    let mut quote = None;
    let mut comment: Option<&str> = None;
    for (at, c) in text.char_indices() {
        match (comment, quote, c) {
            (Some(end), ..) if text[..at].ends_with(end) => comment = None,
            (Some("\n"), _, '\n') => comment = None,
            (Some(_), ..) => {}
            (_, Some(open), _) if c == open && before != '\\' => quote = None,
            (_, Some(_), _) => {}
            (.., '"' | '\'') => quote = Some(c),
            (.., '/') if before == '/' => comment = Some("\n"),
            (.., '*') if before == '/' => comment = Some("*/"),
            (.., '{') => braces += 1,
            (.., '}') if braces <= 1 => return (braces == 1).then_some(at + 1),
            (.., '}') => braces -= 1,
            (.., '(') => parentheses += 1,
            (.., ')') => parentheses -= 1,
            (.., ';') if braces == 0 && parentheses == 0 => return Some(at + 1),
            _ => {}
        }
        before = c;
    }
    None
}

/// Behind the `end do` of a text that begins with `do`.
fn end_do(text: &str) -> Option<usize> {
    let (mut depth, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        let code = line
            .split('!')
            .next()
            .unwrap_or("")
            .trim()
            .to_ascii_lowercase();
        let words: Vec<_> = code.split_whitespace().collect();
        match words[..] {
            ["enddo", ..] | ["end", "do", ..] if depth == 1 => {
                return Some(at + line.trim_end().len());
            }
            ["enddo", ..] | ["end", "do", ..] => depth -= 1,
            ["do", ..] => depth += 1,
            _ => {}
        }
        at += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn last(text: &str, head: &str) -> usize {
        let at = text.find(head).unwrap();
        last_line(
            text,
            &(at..at + head.len()),
            1 + text[..at].matches('\n').count(),
        )
    }

    #[test]
    fn loops_of_c_end_behind_their_bodies() {
        let text = "x;\nfor (a)\n  for (b) {\n    f(\";}\"); // }\n    if (c) { d; } /* } */\n  }\nfor (e) g(h,\n i);\n";
        assert_eq!(last(text, "for (a)"), 6);
        assert_eq!(last(text, "for (b)"), 6);
        assert_eq!(last(text, "for (e)"), 8);
        assert_eq!(last("for (a) {\n  b;\n", "for (a)"), 1, "it has no end");
    }

    #[test]
    fn loops_of_fortran_end_with_their_end_do() {
        let text = "do j = 1, n\n  DO i = 1, n ! do\n    a(i, j) = 0\n  end do\nEND DO\n";
        assert_eq!(last(text, "do j = 1, n"), 5);
        assert_eq!(last(text, "DO i = 1, n ! do"), 4);
        // An array expression has no loop in the source.
        assert_eq!(last("x = 1\na(:) = b(:) &\n  + 1\n", "a(:) = b(:) &"), 2);
    }
}
