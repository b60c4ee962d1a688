/** The name of a state, as panes show it in `data-state`, tests expect it and diagrams print it. */

/** A state value of XState: a name, or names inside names. */
type StateValue = string | { [name: string]: StateValue | undefined };

/** Properties common to all snapshots of flows. */
export interface NamedState {
  value: StateValue;
}

const getPath = (value: StateValue): string =>
  typeof value === 'string'
    ? value
    : Object.entries(value)
        .map(([name, inner]) => (inner === undefined ? name : `${name}.${getPath(inner)}`))
        .join(' ');

/** The dotted name of a snapshot's state: `mfaRequired.code`. */
export const getStateName = (snapshot: NamedState): string => getPath(snapshot.value);

/** Checks whether a snapshot is in one of the named states, or inside of it. */
export const isIn = (snapshot: NamedState, ...names: readonly string[]): boolean => {
  const now = getStateName(snapshot);
  return names.some((name) => now === name || now.startsWith(`${name}.`));
};
