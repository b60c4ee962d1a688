/** Frames of a page while something goes on: how many there were, and how many were missed. */
import type { Page } from '@playwright/test';

export interface Frames {
  /** Of 60 a second, over the time that was watched. */
  readonly due: number;
  readonly missed: number;
  /** The longest time between two frames; ms. */
  readonly longest: number;
}

/** Watches the frames of a page from now until it is asked. */
export async function watchFrames(page: Page): Promise<() => Promise<Frames>> {
  const watch = await page.evaluateHandle(() => {
    const frameMs = 1_000 / 60;
    const gaps: number[] = [];
    let before = 0;
    let isOver = false;
    const frame = (now: number) => {
      if (isOver) return;
      if (before > 0) gaps.push(now - before);
      before = now;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return {
      end: () => {
        isOver = true;
        const due = gaps.reduce((sum, gap) => sum + Math.max(1, Math.round(gap / frameMs)), 0);
        return { due, missed: due - gaps.length, longest: Math.max(0, ...gaps) };
      },
    };
  });
  return () => watch.evaluate((watched) => watched.end());
}
