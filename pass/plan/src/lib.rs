//! Which loops to fuse: graphs of loops as plain data.
//!
//! A [`graph::Graph`] holds what is known of sibling loops, of the arrays that they touch, and of what orders them. It
//! knows no LLVM, so that plans can be made of graphs that were stored, or written by hand. The pass makes such graphs
//! of real code and writes them (`loop-fuse<print-graph>`).

pub mod graph;
pub mod group;
pub mod lags;
pub mod verify;
