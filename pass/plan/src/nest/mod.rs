//! Which loops of a tree of nests to fuse, so that the arrays between them need the least memory.
//!
//! Each node of a [`Tree`] is a perfect nest of loops that computes one array from the arrays of its children. Fusing
//! the loops over an index of a node and of its parent takes that dimension from the node's array: only what one
//! iteration needs is held. This is the problem of Lam, Cociorva, Baumgartner and Sadayappan, "Optimization of memory
//! usage requirement for a class of loops implementing multi-dimensional integrals" (1999), and their dynamic
//! programming.
//!
//! **What is legal.** Edges on which an index is fused form chains: all loops of a chain are one loop, and the nodes
//! that it runs are its *scope*. An unfused loop has its own node as scope. Two loops around the same node are nested,
//! so that one runs all that the other runs: scopes are disjoint, or one is within the other. The wider one is
//! outside. Of equal scopes either may be outside. A node's `order` adds that each loop it lists is outside those that
//! follow it, and outside those that it does not list. So a choice of fused indices is legal if and only if scopes are
//! disjoint or nested, and one order of all loops keeps each wider loop outside and each node's order. It follows that
//! what a node with an order fuses with its parent, and with each child, is a prefix of its order. That alone does not
//! suffice: where its first two loops are both fused with the parent, the second must not have the wider scope further
//! up.
//!
//! **The method.** What a subtree demands of the loops at the parent of its root is a *nesting*: an ordered list of
//! disjoint sets of indices that holds all indices of the parent. A loop of an earlier set is outside the loops of
//! later sets; within a set any order is open. Fused indices stand first, in the order that their scopes have within
//! the subtree. The others, which end at the parent, are the last set. Whatever lies above sees nothing else of a
//! subtree, except its memory. So, bottom up:
//!
//! 1. *Merge* the nestings of all children and the node's own order. The result says all that one of them says. If one
//!    wants a loop outside another that a second one wants inside, they are incompatible.
//! 2. *Cut*: what is fused with the parent is any set of fusible indices that has, with each index, all that are in
//!    earlier sets. For a leaf without an order that is any subset.
//! 3. *Prune* a solution if another one needs no more memory and demands nothing that this one does not demand.
//!    Merging and cutting never make use of a demand, so that what is pruned is never part of a better whole.
//!
//! Fusing all indices demands as little as fusing none: the nesting is one set. Both are never incompatible with
//! others.
//!
//! **Bounded effort.** Most trees leave a dozen solutions at each node. For the others, a pass keeps a limited number
//! at each node, among them the one that demands least, and notes the least memory of those that it drops. With what
//! the rest of the tree needs at least, this bounds the memory of all solutions that the pass did not see. If that
//! bound is no less than the best solution's memory, the best solution is optimal. Else another pass keeps more, and
//! drops what cannot be better than the best solution so far, until the steps are used up. The first pass is always
//! completed.

mod nesting;
mod search;
mod shape;
mod sieve;
#[cfg(test)]
mod tests;
mod walk;

use shape::Shape;

/// Sums of elements are no greater: other programs read them as floating-point numbers.
pub const MOST_ELEMENTS: u64 = 1 << 53;

/// Solutions that the first pass keeps at each node.
const FIRST_WIDTH: usize = 16;

/// Each further pass keeps so many times as many.
const WIDER: usize = 8;

/// A tree of perfect nests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tree {
    /// Iterations of each index, at least 1. Indices are places in this list.
    pub ranges: Vec<u64>,
    /// In any order. Each node but the root is the child of one other.
    pub nodes: Vec<Node>,
}

/// A perfect nest that computes one array.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// All loops of the nest, each once.
    pub indices: Vec<usize>,
    /// Those that are no dimension of the array.
    pub summed: Vec<usize>,
    /// The nodes whose arrays it reads, in any order.
    pub children: Vec<usize>,
    /// Loops that may be fused with the parent; none stands for all that the parent has too, summed ones included.
    pub fusible: Option<Vec<usize>>,
    /// The order in which the loops must stay, outermost first. Those that it does not list are inside.
    pub order: Option<Vec<usize>>,
    /// The part of a sparse array that is held, above 0 and at most 1. With any index fused all of what is left is
    /// held.
    pub density: Option<f64>,
    /// What it holds counts.
    pub is_counted: bool,
}

/// What to fuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// For each node the indices that are fused with its parent, outermost first.
    pub fused: Vec<Vec<usize>>,
    /// For each node the elements that it holds; [`MOST_ELEMENTS`] stands for any more, which only nodes that do not
    /// count may hold.
    pub elements: Vec<u64>,
    /// The elements of all nodes that count.
    pub peak: u64,
    /// No solution has fewer.
    pub bound: u64,
    /// The peak is the least.
    pub is_optimal: bool,
}

/// Why there is no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unsolvable {
    /// More than [`MOST_ELEMENTS`] would be held by the best solution that was found.
    TooMany,
}

/// The least memory, or the best that is found in a number of steps: merges and comparisons of nestings.
///
/// The answer depends on neither the order of the nodes nor that of children.
///
/// # Errors
/// If too many elements would be held.
pub fn plan(tree: &Tree, steps: u64) -> Result<Answer, Unsolvable> {
    plan_from(tree, steps, FIRST_WIDTH)
}

fn plan_from(tree: &Tree, mut steps: u64, mut width: usize) -> Result<Answer, Unsolvable> {
    let shape = Shape::of(tree);
    if shape.below(shape.top()) > MOST_ELEMENTS {
        return Err(Unsolvable::TooMany);
    }
    let (first, mut dropped) = search::first(&shape, width, &mut steps);
    let mut best = first;
    let mut bound = shape.bound();
    loop {
        bound = bound.max(dropped.min(best.peak).min(shape.most_bound()));
        if dropped >= best.peak {
            break;
        }
        width = width.saturating_mul(WIDER);
        match search::better(&shape, width, best.peak, &mut steps) {
            None => break,
            Some((found, beyond)) => {
                best = found.unwrap_or(best);
                dropped = beyond;
            }
        }
    }
    if best.peak > MOST_ELEMENTS {
        return Err(Unsolvable::TooMany);
    }
    Ok(Answer {
        is_optimal: bound == best.peak,
        fused: best.fused,
        elements: best.elements,
        peak: best.peak,
        bound,
    })
}
