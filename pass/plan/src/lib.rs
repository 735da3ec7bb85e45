//! Which loops to fuse: graphs of loops as plain data.
//!
//! A [`graph::Graph`] holds what is known of sibling loops, of the arrays that they touch, and of what orders them. It
//! knows no LLVM, so that plans can be made of graphs that were stored, or written by hand. The pass makes such graphs
//! of real code and writes them (`loop-fuse<print-graph>`); the driver plans (`loopfuse plan`).
//!
//! ```text
//!     graph      as it is written          names      who is who in it, and what is wrong
//!     group      with numbers for names    index      what belongs to a node
//!     strategy   proposes groups           cost       what a group is worth
//!     memory     contracts arrays          nest       fuses trees of nests
//!     cluster    one group: lags, arrays   partition  groups that can run one after the other
//!     verify     makes plans, alone        answer     what is said of them
//!     apart      who is in no group with whom
//! ```

pub mod answer;
pub mod apart;
pub mod cluster;
pub mod cost;
pub mod graph;
pub mod group;
pub mod index;
pub mod lags;
pub mod memory;
pub mod names;
pub mod nest;
pub mod partition;
pub mod strategy;
pub mod tree;
pub mod verify;
