import { describe, expect, it } from 'vitest';
import { getReason, type MessageSnapshot, machine } from '#machines/outgoingMessage/index.ts';
import { refusals } from './people.ts';
import { stageOf } from './stage.ts';

const text = 'On our way, about ten minutes';
const composed = () => {
  const made = stageOf(machine, { conversationId: 7, clientId: 'client-0001', canSend: true, isOnline: true, holdSeconds: 5 });
  const now = (): MessageSnapshot => made.actor.getSnapshot();
  made.actor.send({ type: 'text.typed', text });
  return { ...made, now, tell: (name: string) => made.told.filter((each) => each.name === name).at(-1)?.params };
};
const held = async (event: 'message.submitted' | 'message.finished' = 'message.submitted') => {
  const scene = composed();
  scene.actor.send({ type: event });
  await scene.answer('sendMessage', { itemId: 55, holdMs: 5_000 }, 'held');
  return scene;
};

describe('sending a message', () => {
  it('shows it at once, and puts the item of the server in its place', async () => {
    const scene = composed();
    scene.actor.send({ type: 'message.submitted' });
    expect(scene.tell('showItem')).toEqual({ clientId: 'client-0001', text, media: [] });
    expect(scene.inputOf('sendMessage')).toEqual({ conversationId: 7, clientId: 'client-0001', text, media: [], holdSeconds: 5 });
    await scene.answer('sendMessage', { itemId: 55, holdMs: 0 }, 'sent');
    expect(scene.log.slice(-3)).toEqual(['replaceItem', 'dropDraft', 'markDone']);
    expect(scene.tell('replaceItem')).toEqual({ clientId: 'client-0001', answer: { itemId: 55, holdMs: 0 } });
    expect(scene.tell('markDone')).toEqual({ andDone: false });
  });

  it('removes it and keeps the text as a draft when the server refuses; sent again it is a new message', async () => {
    const scene = composed();
    scene.actor.send({ type: 'message.submitted' });
    await scene.refuse('sendMessage', refusals.internal, 'composing');
    expect(scene.log.slice(-2)).toEqual(['removeItem', 'keepDraft']);
    expect(scene.now().context).toMatchObject({ text, error: refusals.internal, clientId: 'client-0001-2' });
  });

  it('is held for the seconds the server says', async () => {
    const scene = await held();
    scene.clock.increment(4_999);
    expect(scene.state()).toBe('held');
    scene.clock.increment(1);
    expect(scene.state()).toBe('sent');
  });

  it('comes back as a draft when it is undone in time, and the conversation with it', async () => {
    const scene = await held('message.finished');
    expect(scene.tell('markDone')).toEqual({ andDone: true });
    scene.actor.send({ type: 'message.undone' });
    expect(scene.inputOf('takeBack')).toEqual({ itemId: 55 });
    await scene.answer('takeBack', undefined, 'composing');
    expect(scene.log.slice(-3)).toEqual(['removeItem', 'keepDraft', 'reopen']);
    expect(scene.tell('reopen')).toEqual({ andDone: true });
    expect(scene.now().context).toMatchObject({ text, clientId: 'client-0001-2', andDone: false });
  });

  it('says so when it was too late to undo', async () => {
    const scene = await held();
    scene.actor.send({ type: 'message.undone' });
    await scene.refuse('takeBack', refusals.alreadySent, 'sent');
    expect(scene.now().context.error).toEqual(refusals.alreadySent);
  });

  it('asks the person when no answer came, and never makes two of it', async () => {
    const scene = composed();
    scene.actor.send({ type: 'message.submitted' });
    await scene.refuse('sendMessage', refusals.noAnswer, 'unsure');
    expect(scene.log).not.toContain('removeItem');
    scene.actor.send({ type: 'message.resent' });
    expect(scene.inputOf('sendMessage')).toMatchObject({ clientId: 'client-0001' });
  });

  it('is settled by the channel when the answer was lost', async () => {
    const scene = composed();
    scene.actor.send({ type: 'message.submitted' });
    await scene.refuse('sendMessage', refusals.noAnswer, 'unsure');
    scene.actor.send({ type: 'item.confirmed', answer: { itemId: 55, holdMs: 0 } });
    expect(scene.state()).toBe('sent');
  });

  it('says why it cannot be sent', () => {
    const scene = composed();
    const refusal = () => getReason(scene.now(), 'message.submitted');
    expect(refusal()).toBeNull();
    scene.actor.send({ type: 'text.typed', text: '  ' });
    expect(refusal()).toBe('Type a message or attach a file first');
    scene.actor.send({ type: 'text.typed', text: 'x'.repeat(1_001) });
    expect(refusal()).toBe('Max 1000 characters per SMS');
    scene.actor.send({ type: 'media.attached', media: { id: 'f', name: 'f.png', contentType: 'image/png', bytes: 10 } });
    expect(refusal()).toBe('Max 1000 characters per MMS');
    scene.actor.send({ type: 'network.changed', isOnline: false });
    expect(refusal()).toBe('You’re offline. The draft is saved; send it when you’re back.');
    scene.actor.send({ type: 'sender.changed', canSend: false });
    expect(refusal()).toBe('This number can’t send texts. Choose another.');
  });

  it('takes ten files at most', () => {
    const scene = composed();
    for (let n = 0; n < 11; n += 1) scene.actor.send({ type: 'media.attached', media: { id: `f${n}`, name: 'f.png', contentType: 'image/png', bytes: 1 } });
    expect(scene.now().context.media).toHaveLength(10);
    expect(getReason(scene.now(), 'media.attached')).toBe('Attach at most 10 files');
  });

  it('is scheduled for the future only', async () => {
    const scene = composed();
    scene.actor.send({ type: 'message.scheduled', sendAt: '2026-03-02T15:00:00Z', now: '2026-03-02T15:00:00Z' });
    expect(scene.state()).toBe('composing');
    scene.actor.send({ type: 'message.scheduled', sendAt: '2026-03-02T10:01:00-05:00', now: '2026-03-02T15:00:00Z' });
    expect(scene.inputOf('scheduleMessage')).toMatchObject({ sendAt: '2026-03-02T10:01:00-05:00', clientId: 'client-0001' });
    await scene.answer('scheduleMessage', { itemId: 56, holdMs: 60_000 }, 'scheduled');
  });
});
