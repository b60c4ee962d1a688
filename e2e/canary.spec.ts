/**
 * Words of one company are on no screen, in no storage, answer or log of another, while somebody of both switches back and forth at random. CANARY_ROUNDS
 * sets how long (10); CANARY_SEED repeats a run.
 */
import { dice } from '#tests/access/dice.ts';
import { expect, test } from './fixtures.ts';
import { type Marked, mark, watch } from './support/canary.ts';

const rounds = Number(process.env.CANARY_ROUNDS ?? 10);
const seed = Number(process.env.CANARY_SEED ?? 20_261_120);
const names = { northwind: 'Northwind', adams: 'Adams' } as const;

test(`${rounds} rounds through two companies (seed ${seed})`, async ({ enter, stack, page }) => {
  test.setTimeout(90_000 + rounds * 6_000);
  const roll = dice(seed);
  const rows = await stack.owner.selectFrom('companies').select(['id', 'slug', 'name']).where('name', 'like', 'Adams%').execute();
  const [adams] = rows;
  const { slug } = await stack.owner.selectFrom('companies').select('slug').where('id', '=', 1).executeTakeFirstOrThrow();
  expect(rows).toHaveLength(1);
  const companies: Marked[] = [
    { id: 1, slug, word: 'qzalderq' },
    { id: adams?.id ?? 0, slug: adams?.slug ?? '', word: 'qzbirchq' },
  ];
  for (const company of companies) await mark(stack, company);
  const watched = await watch(page, companies);
  const keys = await enter('uma');
  const shown = page.locator('[data-flow="companySwitch"]');
  let [here, there] = companies;
  const deeds = [
    () => keys.press('g i'),
    () => keys.press('g c'),
    () => keys.press('g a'),
    () => keys.press('g n'),
    () => keys.press('j'),
    () => keys.press('j j j'),
    async () => {
      await keys.press('mod+k');
      await keys.state('palette', 'open.choosing');
      await keys.page.keyboard.insertText('qz');
      await keys.press('escape');
      await keys.state('palette', 'closed');
    },
    async () => {
      await keys.press('g i');
      await keys.press('j');
      await keys.press('r');
      await keys.page.keyboard.insertText(`${here?.word} draft`);
      await keys.press('escape');
    },
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (let deed = roll(3); deed >= 0; deed -= 1) await deeds[roll(deeds.length)]?.();
    [here, there] = [there, here];
    await keys.palette('Switch company', here?.id === 1 ? names.northwind : names.adams);
    // Half of the time the next thing is done while the company is still being entered.
    if (roll(2) === 0) await keys.state('companySwitch', 'idle');
    await expect(shown).toHaveAttribute('data-company', here?.slug ?? '');
  }
  await keys.state('companySwitch', 'idle');
  expect(await watched.leaks()).toEqual([]);
  expect([...watched.seen].sort(), 'both companies were really shown').toEqual(['qzalderq', 'qzbirchq']);
  expect(stack.log.length).toBeGreaterThan(rounds);
  expect(stack.log.filter((line) => /qz(alder|birch)q/.test(line))).toEqual([]);
});
