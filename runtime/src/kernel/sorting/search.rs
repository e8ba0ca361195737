//! Elements in order and others → the places in order at which the others belong.
#![expect(
    unsafe_code,
    reason = "a place is one of the elements, which to ask takes as long as to compare"
)]

/// Writes for each element how many of those in order are `before` the bound of it, which are the first ones.
#[inline(always)]
pub(super) fn place_all<T: Copy, C: Copy, B: Copy>(
    ordered: &[T],
    elements: &[C],
    out: &mut [i64],
    bound: impl Fn(C) -> B,
    before: impl Fn(T, B) -> bool,
) {
    /// How many elements are looked for at the same time: a step of one waits for memory, those of others need not.
    const TOGETHER: usize = 8;
    let (together, rest) = elements.as_chunks::<TOGETHER>();
    let (places, rest_places) = out.as_chunks_mut::<TOGETHER>();
    for (places, elements) in places.iter_mut().zip(together) {
        *places = places_of(ordered, elements.map(&bound), &before);
    }
    for (place, &element) in rest_places.iter_mut().zip(rest) {
        [*place] = places_of(ordered, [bound(element)], &before);
    }
}

/// The same of the bounds of some elements.
#[inline(always)]
fn places_of<const N: usize, T: Copy, B: Copy>(
    ordered: &[T],
    bounds: [B; N],
    before: &impl Fn(T, B) -> bool,
) -> [i64; N] {
    if ordered.is_empty() {
        return [0; N];
    }
    // SAFETY: `first` and the `left` - 1 places after it are of elements, all in the beginning, and no other is asked for.
    let before = |place: usize, bound: B| before(unsafe { *ordered.get_unchecked(place) }, bound);
    let mut first = [0; N];
    let mut left = ordered.len();
    while left > 1 {
        let half = left / 2;
        for (first, &bound) in first.iter_mut().zip(&bounds) {
            let middle = *first + half;
            *first = core::hint::select_unpredictable(before(middle, bound), middle, *first);
        }
        left -= half;
    }
    let mut places = [0; N];
    for ((place, first), bound) in places.iter_mut().zip(first).zip(bounds) {
        *place = (first + usize::from(before(first, bound))).cast_signed() as i64;
    }
    places
}
