import { globSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeBrandColors, ownColors, pageColors, wordGrounds } from '#contract/tenant/brand.ts';
import { computeContrast, correctAccent, getReadableColor, type Oklch, parseHex, toHex } from '#contract/text/color.ts';
import { paneColours } from '#src/theme/theme.ts';

const css = readFileSync(new URL('../../src/theme/tokens.css', import.meta.url), 'utf8');

function tokensOf(theme: 'dark' | 'light'): Record<string, string> {
  const block = css.slice(css.indexOf(`[data-theme="${theme}"] {`));
  const entries = [...block.slice(0, block.indexOf('\n}')).matchAll(/--([a-z0-9-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g)];
  return Object.fromEntries(entries.map(([, name, l, c, h]) => [String(name), toHex([Number(l), Number(c), Number(h)] as Oklch)]));
}

const hex = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`);

describe.each(['dark', 'light'] as const)('the %s theme', (theme) => {
  const token = tokensOf(theme);
  const ratio = (front: string, back: string) => computeContrast(token[front] ?? '', token[back] ?? '');

  it.each(['bg', 'pane', 'raise', 'float', 'cursor', 'selected', 'note', 'accent-soft'])('keeps text readable on %s', (back) => {
    for (const front of ['ink', 'ink-2', 'ink-3-raised']) expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['ink-3', 'accent', 'green', 'amber', 'red', 'blue', 'violet'])('keeps %s readable as text on a pane and on the background', (front) => {
    expect(ratio(front, 'pane')).toBeGreaterThanOrEqual(4.5);
    expect(ratio(front, 'bg')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['accent', 'green', 'amber', 'red', 'blue', 'violet'])('keeps %s readable as a word on every row, and float', (front) => {
    for (const back of ['cursor', 'selected', 'float', 'raise']) expect(ratio(front, back)).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps the words on a primary button readable and the edge of a control visible', () => {
    expect(ratio('accent-ink', 'accent')).toBeGreaterThanOrEqual(4.5);
    expect(ratio('edge', 'pane')).toBeGreaterThanOrEqual(3);
  });

  const grounds = ['bg', 'pane', 'raise', 'float', 'cursor', 'selected'] as const;

  it('has the colors that the brand of a tenant is computed from', () => {
    expect(pageColors[theme]).toBe(token.bg);
    expect(ownColors[theme]).toEqual({ accent: token.accent, ink: token.ink, grey: token['ink-3-raised'] });
    const worst = [...grounds].sort((one, other) => ratio('ink', one) - ratio('ink', other))[0] ?? 'bg';
    expect(wordGrounds[theme]).toBe(token[worst]);
  });

  it('keeps words of a brand readable on every ground, and words on it, whatever color it has', async () => {
    await fc.assert(
      fc.property(hex, (accent) => {
        const colors = computeBrandColors(accent, theme);
        if (!colors) throw new Error('No colors');
        for (const back of grounds) expect(computeContrast(colors.accent, token[back] ?? '')).toBeGreaterThanOrEqual(4.5);
        expect(computeContrast(colors.ink, colors.accent)).toBeGreaterThanOrEqual(4.5);
        for (const front of ['ink', 'ink-2', 'ink-3-raised']) expect(computeContrast(token[front] ?? '', colors.soft)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('corrects accents against the very colour of its panes', () => {
    expect(paneColours[theme]).toBe(token.pane);
  });
});

describe('every style sheet', () => {
  const grounds = /background: var\(--(?:raise|float|cursor|selected|note|accent-soft)\);/;

  it('lifts grey text wherever it puts it on a brighter surface', () => {
    const root = new URL('../../src/', import.meta.url).pathname;
    const dim = globSync('**/*.css', { cwd: root }).flatMap((file) =>
      [...readFileSync(`${root}${file}`, 'utf8').matchAll(/([^{}]+)\{([^{}]*)\}/g)]
        .filter(([, , body = '']) => grounds.test(body) && !body.includes('--ink-3: var(--ink-3-raised);'))
        .map(([, selector = '']) => `${file}: ${selector.trim()}`),
    );
    expect(dim).toEqual([]);
  });
});

const rows = readFileSync(new URL('../../src/table/Table.module.css', import.meta.url), 'utf8');

describe.each(['dark', 'light'] as const)('grey text of a row in the %s theme', (theme) => {
  const token = tokensOf(theme);
  const parse = (name: string): Oklch => parseHex(token[name] ?? '') ?? [0, 0, 0];
  /** Declarations of a rule of the table: the grey in force, and the background. */
  const getRule = (selector: string) => {
    const block = rows.slice(rows.indexOf(`\n${selector} {`));
    const body = block.slice(0, block.indexOf('\n}'));
    return { grey: /--ink-3: var\(--([\w-]+)\)/.exec(body)?.[1] ?? 'ink-3', background: /background: (.+);/.exec(body)?.[1] ?? '' };
  };
  const toColor = (background: string): string => {
    const [, from, to, percent] = /^color-mix\(in oklch, var\(--([\w-]+)\), var\(--([\w-]+)\) (\d+)%\)$/.exec(background) ?? [];
    if (!from || !to) return token[/^var\(--([\w-]+)\)$/.exec(background)?.[1] ?? ''] ?? '';
    const [one, other, share] = [parse(from), parse(to), Number(percent) / 100];
    const mix = (at: 0 | 1 | 2) => one[at] * (1 - share) + other[at] * share;
    return toHex([mix(0), mix(1), mix(2)]);
  };

  it.each([
    ['under the pointer', '.row:hover'],
    ['selected', '.row[aria-selected="true"]'],
    ['under the cursor', '.row[data-cursor]'],
    ['selected and under the cursor', '.row[data-cursor][aria-selected="true"]'],
  ])('is readable on a row %s', (_, selector) => {
    const { grey, background } = getRule(selector);
    expect(computeContrast(token[grey] ?? '', toColor(background))).toBeGreaterThanOrEqual(4.5);
  });
});

describe('a company accent', () => {
  it('reads on both themes, whatever colour the company chose', async () => {
    await fc.assert(
      fc.property(hex, fc.constantFrom(paneColours.dark, paneColours.light), (accent, pane) => {
        expect(computeContrast(correctAccent(accent, pane) ?? '', pane)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });

  it('stays untouched when it already reads', () => {
    expect(correctAccent('#3344AA', paneColours.light)).toBe('#3344aa');
  });

  it('keeps its hue when it is corrected', () => {
    const corrected = parseHex(correctAccent('#1a237e', paneColours.dark) ?? '');
    expect(corrected?.[2]).toBeCloseTo(parseHex('#1a237e')?.[2] ?? 0, -1);
  });

  it('is refused when it is no colour', () => {
    expect(correctAccent('red; background: url(x)', paneColours.dark)).toBeUndefined();
  });

  it('carries words of at least 4.5:1', async () => {
    await fc.assert(
      fc.property(hex, (accent) => {
        expect(computeContrast(getReadableColor(accent), accent)).toBeGreaterThanOrEqual(4.5);
      }),
    );
  });
});
