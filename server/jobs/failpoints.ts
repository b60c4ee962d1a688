/** Named places where a process may be told to die, so that tests can prove what survives. Nothing happens there unless a hook was set in this process. */
let hook: ((name: string) => void) | null = null;

/** Sets what happens at every named place of this process. */
export function onFailpoint(happen: (name: string) => void): void {
  hook = happen;
}

/** A named place. */
export function failpoint(name: string): void {
  hook?.(name);
}
