/** Texts the carrier takes per second: from one number, and of the account. No limit applies until it is set. */

interface Limits {
  readonly perNumber: number | null;
  readonly perAccount: number | null;
}

export interface Pace {
  set(limits: Limits): void;
  /** Takes a text from a number; false where there were too many within the second. */
  take(from: string): boolean;
}

const secondMs = 1_000;

/** Creates the pace of an account. */
export function createPace(): Pace {
  let limits: Limits = { perNumber: null, perAccount: null };
  let taken: { readonly at: number; readonly from: string }[] = [];
  return {
    set(next) {
      limits = next;
      taken = [];
    },
    take(from) {
      const { perNumber, perAccount } = limits;
      if (perNumber === null && perAccount === null) return true;
      const now = performance.now();
      taken = taken.filter(({ at }) => at > now - secondMs);
      const isOver =
        taken.length >= (perAccount ?? Number.POSITIVE_INFINITY) ||
        taken.filter((each) => each.from === from).length >= (perNumber ?? Number.POSITIVE_INFINITY);
      if (!isOver) taken.push({ at: now, from });
      return !isOver;
    },
  };
}
