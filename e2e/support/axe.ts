/** Looking for what keeps people out, by axe. */
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** Looks at a page for what is wrong alone; what is right isn’t gathered. Frames of other origins, of which there are none, are left out: else a second page is opened for each look, which takes longer than the look. */
export const createAxe = (page: Page): AxeBuilder => new AxeBuilder({ page }).setLegacyMode(true).options({ resultTypes: ['violations'] });

/** Faults that axe finds on a page, each with its place. */
export const findFaults = async (page: Page): Promise<readonly string[]> =>
  (await createAxe(page).analyze()).violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`));
