//! Reads graphs: one, or one a line.

use std::fmt;
use std::io::Read;
use std::path::Path;

use loopfuse_plan::answer::Input;
use loopfuse_plan::graph::Graph;
use serde_json::{Deserializer, Value};

use super::schema::Schema;

/// A graph in a file, for messages.
#[derive(Clone, Debug)]
pub struct Place {
    file: String,
    /// Its number, from 1 on, if there are several.
    number: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number {
            Some(number) => write!(f, "{}: graph {number}", self.file),
            None => write!(f, "{}", self.file),
        }
    }
}

/// All graphs of a file, or of standard input. The error is one line, with the place as a JSON pointer.
pub fn graphs(file: &Path) -> Result<Vec<(Place, Input)>, String> {
    let is_standard = file.as_os_str() == "-";
    let name = if is_standard {
        "standard input".into()
    } else {
        file.display().to_string()
    };
    let mut bytes = Vec::new();
    let read = match is_standard {
        true => std::io::stdin().read_to_end(&mut bytes),
        false => std::fs::File::open(file).and_then(|mut file| file.read_to_end(&mut bytes)),
    };
    read.map_err(|error| format!("{name}: cannot be read: {error}"))?;
    let values = Deserializer::from_slice(&bytes).into_iter::<Value>();
    let values = values.collect::<Result<Vec<_>, _>>();
    let values = values.map_err(|error| format!("{name}: not JSON: {error}"))?;
    if values.is_empty() {
        return Err(format!("{name}: there is no graph in it"));
    }
    let schema = Schema::new();
    let count = values.len();
    let graph = |(at, value): (usize, Value)| {
        let place = Place {
            file: name.clone(),
            number: (count > 1).then_some(at + 1),
        };
        match input(&schema, value) {
            Ok(input) => Ok((place, input)),
            Err(fault) => Err(format!("{place}: {fault}")),
        }
    };
    values.into_iter().enumerate().map(graph).collect()
}

fn input(schema: &Schema, mut value: Value) -> Result<Input, String> {
    schema.check(&value).map_err(|fault| fault.to_string())?;
    make_whole(&mut value);
    let graph: Graph = serde_json::from_value(value).map_err(|error| error.to_string())?;
    Input::of(graph).map_err(|fault| fault.to_string())
}

/// In JSON 1.0 is an integer, too.
fn make_whole(value: &mut Value) {
    match value {
        Value::Array(all) => all.iter_mut().for_each(make_whole),
        Value::Object(all) => all.values_mut().for_each(make_whole),
        Value::Number(number) => {
            let whole = number
                .as_f64()
                .filter(|n| number.is_f64() && n.fract() == 0.0);
            if let Some(whole) = whole.filter(|n| n.abs() < 9e15) {
                *value = Value::from(whole as i64);
            }
        }
        Value::Null | Value::Bool(_) | Value::String(_) => (),
    }
}
