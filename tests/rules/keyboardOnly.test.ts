import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../e2e', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));

it.each(files)('%s uses the keyboard and waits for states: no pointer, no sleep', (name) => {
  const found = readFileSync(join(folder, name), 'utf8').match(/\.(click|dblclick|tap|hover|check|uncheck|dragTo)\(|\.mouse\b|waitForTimeout|networkidle/g);
  expect(found ?? []).toEqual([]);
});
