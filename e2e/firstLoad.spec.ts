/** What is asked for before the first rows: what draws them, and nothing that comes after. */
import { expect, test } from './fixtures.ts';

test('before the first rows no code is asked for that they do without', async ({ enter }) => {
  const keys = await enter('ana');
  const mark = () => performance.getEntriesByName('keyline:shown')[0]?.startTime;
  await keys.page.reload();
  await keys.page.waitForFunction(() => performance.getEntriesByName('keyline:ready').length > 0);
  const shownAt = await keys.page.evaluate(mark);
  const scripts = await keys.page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('.js'))
      .map(({ name, startTime }) => ({
        name:
          name
            .split('/')
            .at(-1)
            ?.replace(/-[\w-]{8}\.js$/, '') ?? '',
        startTime,
      })),
  );
  const before = scripts.filter(({ startTime }) => startTime < (shownAt ?? 0)).map(({ name }) => name);
  expect(before).toContain('first');
  expect(before.filter((name) => !['first', 'rolldown-runtime', 'color', 'iconsDeferred'].includes(name))).toEqual([]);
  expect(scripts.map(({ name }) => name)).toContain('commands');
});
