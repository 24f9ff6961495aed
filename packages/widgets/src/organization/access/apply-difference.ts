/** What a member has changed in a list: `before` was shown, `after` is wanted. */
export interface ListChange<Item> {
  readonly before: readonly Item[]
  readonly after: readonly Item[]
}

/** Applies a change to the list as it is now, which another admin may have changed meanwhile. */
export function applyDifference<Item>(
  current: readonly Item[],
  { before, after }: ListChange<Item>,
  keyOf: (item: Item) => string = String,
): Item[] {
  const has = (list: readonly Item[], item: Item): boolean => list.some((one) => keyOf(one) === keyOf(item))
  const kept = current.filter((item) => !has(before, item) || has(after, item))
  return [...kept, ...after.filter((item) => !has(before, item) && !has(kept, item))]
}
