/** What is written in one conversation goes there or nowhere: another may come in its place while the words are typed. */
import { describe, expect, test } from 'vitest';
import { createDispatcher } from '#commands/dispatcher.ts';
import { registry } from '#commands/index.ts';
import type { Context } from '#commands/types.ts';
import { createComposerServices } from '#src/features/conversations/composerServices.ts';
import type { Outgoing } from '#src/features/conversations/outgoing.ts';
import type { PaneHandles, Surroundings } from '#src/panes/index.ts';
import { context, conversation, services } from './commandsSupport.ts';

const [asked, shown] = [7, 8];

describe('the composer of another conversation', () => {
  const done: string[] = [];
  const note = (what: string) => async () => {
    done.push(what);
    return {};
  };
  const open = { conversationId: shown, send: note('send'), schedule: note('schedule'), saveNote: note('saveNote') } as Partial<PaneHandles['composer']>;
  // Only what the refusal looks at: the composer that is open.
  const around = { handle: () => open } as Partial<Surroundings> as Surroundings;
  const composer = createComposerServices(around, {} as Outgoing);

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
    expect(done).toEqual(['send', 'schedule', 'saveNote']);
  });
});

describe('a message whose words were asked for in the palette', () => {
  const writing = (id: number): Context => {
    const now = context({ thread: conversation(id) });
    const composer = { mode: 'reply', text: 'On our way', conversationId: id } as Context['composer'];
    return { ...now, composer };
  };
  const answerIn = async (now: Context, writtenIn: number) => {
    const played = services();
    const dispatcher = createDispatcher({ registry, context: () => now, services: () => played.services, newKey: () => 'a-key-of-a-run' });
    const ended = await dispatcher.execute('messages.sendText', { source: 'palette', args: { text: 'On our way' }, writtenIn }).then(
      () => 'sent',
      (failure: { message: string }) => failure.message,
    );
    return [ended, played.done.filter(([name]) => name.startsWith('composer.'))];
  };

  test('goes where it was asked for', async () => {
    expect(await answerIn(writing(asked), asked)).toEqual(['sent', [['composer.send', { text: 'On our way', conversationId: asked }]]]);
  });

  test('goes nowhere when another conversation has come', async () => {
    expect(await answerIn(writing(shown), asked)).toEqual(['Another conversation is shown now. Nothing was sent', []]);
  });
});
