/** Kinds of events that vendors are told. */

/** Kinds with one more or one fewer, in the order of all. */
export const toggleKind = <K extends string>(all: readonly K[], chosen: readonly K[], kind: string): K[] =>
  all.filter((each) => (each === kind) !== chosen.includes(each));
