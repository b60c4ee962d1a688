/** What each chart of the bench draws, and how it is mounted. */

/** A day of the chart: calls, and calls of the day it is compared with. */
export interface Day {
  readonly at: Date;
  readonly value: number;
  readonly previous: number;
}
/** Size of the chart in pixels. */
export const size = { width: 1_000, height: 260 } as const;
export interface ChartMaker {
  /** Draws it; returns the way to take it away. */
  mount(days: readonly Day[], root: HTMLElement): () => void;
  /** True when it is in the page. */
  isShown(root: HTMLElement): boolean;
}
