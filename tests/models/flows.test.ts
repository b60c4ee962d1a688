import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import * as allFlows from '#machines/all.ts';
import { type FlowError, flows, getStateName, isIn, toFlowError } from '#machines/index.ts';
import { prefixes, splitQuery } from '#machines/palette/index.ts';
import { createPages } from '#scripts/docs.ts';
import { findStalePages } from '#scripts/lib/written.ts';

describe('the flows together', () => {
  it('are named as their folders, machines and diagrams', () => {
    for (const [name, flow] of Object.entries(allFlows)) {
      expect([flow.flowId, flow.machine.id]).toEqual([name, name]);
      expect(createPages().pages.has(`flows/${name}.md`)).toBe(true);
    }
  });

  it('are drawn in docs/flows as they are, and the keys stand in docs/keys.md', async () => {
    expect(await findStalePages(createPages())).toEqual([]);
  });

  it('name every event in one grammar: noun.verb', () => {
    for (const flow of Object.values(allFlows)) {
      for (const type of flow.userEvents) expect(type).toMatch(/^[a-z]+\.[a-z]+$/);
    }
  });

  it('never answer with a blank or an unfinished sentence', () => {
    for (const flow of Object.values(allFlows)) {
      for (const [, sentence] of Object.values(flow.reasons).flat()) expect(sentence).toMatch(/^[A-Z]([^.]|\.(?=\w)){5,}[^\s.]$|^[A-Z].+\. [A-Z].+\.$/);
    }
  });

  it('show nested states with dots', () => {
    expect(getStateName({ value: 'idle' })).toBe('idle');
    expect(getStateName({ value: { open: { list: 'empty' } } })).toBe('open.list.empty');
    expect(isIn({ value: { open: 'choosing' } }, 'closed', 'open')).toBe(true);
    expect(isIn({ value: 'opening' }, 'open')).toBe(false);
  });

  it('read what nobody threw on purpose as unknown, and as no answer', () => {
    const error: FlowError = { status: 422, code: 'invalid', message: 'Not accepted' };
    expect(toFlowError(error)).toEqual(error);
    for (const strange of [new TypeError('fetch failed'), undefined, 'x', { status: '422' }])
      expect(toFlowError(strange)).toEqual({ status: 0, code: 'unknown', message: 'Unknown error' });
  });

  it('say that a thing is not available when nobody provides it', async () => {
    const actor = createActor(flows.login.machine, { input: { session: { kind: 'cookie' } } });
    const shown = new Promise<string>((resolve) =>
      actor.subscribe((snapshot) => getStateName(snapshot) === 'anonymous' && resolve(snapshot.context.error?.code ?? '')),
    );
    actor.start();
    expect(await shown).toBe('not_provided');
  });
});

describe('the palette', () => {
  it('narrows by the first letter', () => {
    for (const [letter, scope] of Object.entries(prefixes)) expect(splitQuery(`${letter} Ana `)).toEqual({ scope, words: 'Ana' });
    expect(splitQuery(' Ana')).toEqual({ scope: 'everything', words: 'Ana' });
    expect(splitQuery('')).toEqual({ scope: 'everything', words: '' });
  });
});
