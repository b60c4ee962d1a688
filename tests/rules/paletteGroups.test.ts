/** Groups of the palette: how many rows each shows. */
import { expect, test } from 'vitest';
import { checkAvailability } from '#commands/core/availability.ts';
import { isListed } from '#commands/core/listing.ts';
import { registry } from '#commands/index.ts';
import { hitToItem } from '#src/palette/items.ts';
import { getPaletteIndex } from '#src/palette/library.ts';
import { opened } from './paletteSupport.ts';

test('the palette shows all the commands it finds where nothing else follows, and makes room where something does', () => {
  const { palette } = opened();
  palette.open();
  const find = (typed: string, remote: Parameters<ReturnType<typeof getPaletteIndex>['find']>[2] = []) =>
    getPaletteIndex(palette)
      .find(typed, palette.context(), remote)
      .map(({ heading, rows }) => [heading, rows.length] as const);
  const now = palette.context();
  const places = registry.all.filter((command) => command.title.startsWith('Go to ') && isListed(command, checkAvailability(command, now), now));
  expect(find('go to')).toHaveLength(1);
  expect(find('go to')[0]?.[1]).toBeGreaterThanOrEqual(places.length);
  const hit = { kind: 'contact' as const, id: 7, companyId: 1, title: 'Go to Harbor', detail: '', rank: 1 };
  expect(find('go to', [hitToItem(hit)])).toContainEqual(['Contacts', 1]);
  expect(find('go to', [hitToItem({ ...hit, title: 'Logo tower' })])).toEqual([
    ['Commands', 6],
    ['Contacts', 1],
  ]);
  const herd = Array.from({ length: 10 }, (_, at) => hitToItem({ ...hit, id: at + 1, title: `Quagga ${at}` }));
  expect(find('quagga', herd)).toEqual([['Contacts', 6]]);
});
