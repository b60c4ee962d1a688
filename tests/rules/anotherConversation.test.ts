/** Tests that text written in one conversation goes there or to none: another may come in its place while the words are typed. */
import { describe, expect, test } from 'vitest';
import { createDispatcher } from '#commands/core/dispatcher.ts';
import type { ArgText } from '#commands/core/outcome.ts';
import type { Context } from '#commands/core/types.ts';
import { registry } from '#commands/index.ts';
import type { App } from '#src/api/app.ts';
import type { ComposerActions } from '#src/features/conversations/composerActions.ts';
import { createComposerServices } from '#src/features/conversations/composerServices.ts';
import type { Outbox } from '#src/features/conversations/outbox.ts';
import type { PaneHandles, ServiceDeps } from '#src/panes/index.ts';
import { context, conversation, services } from './commandsSupport.ts';

const [asked, shown] = [7, 8];

describe('the composer of another conversation', () => {
  const done: string[] = [];
  const noteOf =
    (what: string) =>
    async ({ conversationId }: { conversationId: number }) => {
      done.push(`${what} in ${conversationId}`);
      return { changed: false as const };
    };
  const actions = { submit: noteOf('send'), saveNote: noteOf('note'), type: () => undefined } as Partial<ComposerActions> as ComposerActions;
  // Only what the refusal looks at: the composer that is open, in an open company.
  const app = { get: () => ({ companyId: 1 }) } as Partial<App> as App;
  const around = { app, handle: () => ({ conversationId: shown }) as PaneHandles['composer'] } as Partial<ServiceDeps> as ServiceDeps;
  const composer = createComposerServices(around, {} as Outbox, actions);

  test.each([
    ['sends nothing', () => composer.send({ conversationId: asked }), 'Nothing was sent'],
    ['sends nothing and archives nothing', () => composer.send({ conversationId: asked, andDone: true }), 'Nothing was sent'],
    ['answers with no words', () => composer.send({ conversationId: asked, text: 'On our way' }), 'Nothing was sent'],
    ['schedules nothing', () => composer.schedule('2026-12-24T10:00:00Z', asked), 'Nothing was sent'],
    ['saves no note', () => composer.saveNote(asked), 'Nothing was saved'],
  ])('%s', async (_, act, said) => {
    await expect(act()).rejects.toThrow(`Another conversation is shown now. ${said}`);
    expect(done).toEqual([]);
  });

  test('does what was asked of it', async () => {
    await composer.send({ conversationId: shown });
    await composer.schedule('2026-12-24T10:00:00Z', shown);
    await composer.saveNote(shown);
    expect(done).toEqual([`send in ${shown}`, `send in ${shown}`, `note in ${shown}`]);
  });
});

describe('a message whose words were asked for in the palette', () => {
  const writing = (id: number): Context => {
    const now = context({ open: { conversation: conversation(id) } });
    const composer = { mode: 'reply', text: 'On our way', conversationId: id } as Context['composer'];
    return { ...now, composer };
  };
  const answerIn = async (now: Context, writtenIn: number, id = 'messages.sendText', args: ArgText = { text: 'On our way' }) => {
    const played = services();
    const dispatcher = createDispatcher({ registry, getContext: () => now, getServices: () => played.services, createKey: () => 'a-key-of-a-run' });
    const ended = await dispatcher.execute(id, { source: 'palette', args, composerConversationId: writtenIn }).then(
      () => 'sent',
      (failure: { message: string }) => failure.message,
    );
    return [ended, played.done.filter(([name]) => /^(composer|notes|faxes|preferences)\./.test(name))];
  };

  test('goes where it was asked for', async () => {
    expect(await answerIn(writing(asked), asked)).toEqual(['sent', [['composer.send', { text: 'On our way', conversationId: asked }]]]);
  });

  test('goes nowhere when another conversation has come', async () => {
    expect(await answerIn(writing(shown), asked)).toEqual(['Another conversation is shown now. Nothing was sent', []]);
  });

  test('is a note as well: it is written nowhere else', async () => {
    const [ended, done] = await answerIn(writing(shown), asked, 'notes.add', { body: 'Call back' });
    expect([ended, done]).toEqual(['Another conversation is shown now. Nothing was saved', []]);
  });

  test('is nothing that goes elsewhere: a setting is saved', async () => {
    expect(await answerIn(writing(shown), asked, 'messages.hold', { seconds: '3' })).toEqual([
      'sent',
      [['preferences.save', { holdSeconds: 3 }, expect.any(String)]],
    ]);
  });

  test('is every text that a command of the conversation asks for', () => {
    const here = registry.all.filter(({ scopes, args }) => scopes.includes('conversation') && args.some(({ arg }) => arg.kind === 'text'));
    expect(here.filter(({ addressed }) => addressed === null).map(({ id }) => id)).toEqual([]);
    expect(registry.get('faxes.send')?.addressed).toBeNull();
  });
});
