import { describe, expect, it } from 'vitest';
import { getReason, machine, type PaletteSnapshot } from '#machines/palette/index.ts';
import { archive, invite, label, remove, send } from './palette.fixtures.ts';
import { refusals } from './people.ts';
import { stageOf } from './stage.ts';

const opened = (query?: string) => {
  const made = stageOf(machine);
  made.actor.send({ type: 'palette.opened', query });
  const now = (): PaletteSnapshot => made.actor.getSnapshot();
  return { ...made, now };
};

describe('using the palette', () => {
  it('gives the focus back before the command runs, and closes for good when it has run', async () => {
    const scene = opened();
    scene.actor.send({ type: 'query.typed', query: 'arch' });
    scene.actor.send({ type: 'command.chosen', command: archive });
    expect(scene.log).toEqual(['rememberFocus', 'giveFocusBack', 'runCommand']);
    await scene.answer('runCommand', undefined, 'closed');
    expect(scene.log.at(-1)).toBe('recordUse');
    expect(scene.now().context.query).toBe('');
  });

  it('keeps the query when it is closed, and opens with it again', () => {
    const scene = opened('>');
    scene.actor.send({ type: 'query.typed', query: '>lab' });
    scene.actor.send({ type: 'palette.closed' });
    expect(scene.log.at(-1)).toBe('giveFocusBack');
    scene.actor.send({ type: 'palette.opened' });
    expect(scene.now().context.query).toBe('>lab');
  });

  it('shows nothing of one person to the next', () => {
    const scene = opened('>');
    scene.actor.send({ type: 'command.chosen', command: label });
    scene.actor.send({ type: 'argument.typed', text: 'tomorrow' });
    scene.actor.send({ type: 'person.changed' });
    scene.actor.send({ type: 'palette.opened' });
    expect(scene.now().context).toMatchObject({ query: '', text: '', command: null, given: [] });
  });

  it('asks for one argument after another, and backspace takes the last one back with its words', () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: label });
    expect(getReason(scene.now(), 'argument.skipped')).toBe('The command needs this argument');
    scene.actor.send({ type: 'argument.picked', value: 4, text: 'VIP' });
    scene.actor.send({ type: 'step.undone' });
    expect(scene.now().context).toMatchObject({ given: [], text: 'VIP' });
    scene.actor.send({ type: 'argument.picked', value: 4, text: 'VIP' });
    scene.actor.send({ type: 'argument.skipped' });
    expect(scene.inputOf('runCommand')).toEqual({
      id: label.id,
      given: [
        { name: 'label', value: 4, text: 'VIP' },
        { name: 'until', value: undefined, text: '' },
      ],
      count: null,
    });
  });

  it('keeps what was typed when it cannot be read, and says how to write it', async () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: label });
    scene.actor.send({ type: 'argument.typed', text: 'someday' });
    scene.actor.send({ type: 'argument.submitted' });
    expect(scene.inputOf('parseArgument')).toMatchObject({ id: label.id, name: 'label', text: 'someday' });
    await scene.refuse('parseArgument', refusals.notReadable, 'open.asking');
    expect(scene.now().context).toMatchObject({ text: 'someday', error: refusals.notReadable });
  });

  it('shows what a command will do, runs it with the count that was seen, and shows it again when the count has changed', async () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: remove });
    await scene.answer('countRows', { count: 12, sample: [], skipped: [] }, 'open.reviewing');
    scene.actor.send({ type: 'review.accepted' });
    expect(scene.inputOf('runCommand')).toMatchObject({ id: remove.id, count: 12 });
    await scene.refuse('runCommand', refusals.countChanged, 'open.counting');
    await scene.answer('countRows', { count: 11, sample: [], skipped: [] }, 'open.reviewing');
    expect(scene.now().context.isRecount).toBe(true);
    scene.actor.send({ type: 'review.accepted' });
    expect(scene.inputOf('runCommand')).toMatchObject({ count: 11 });
  });

  it('does not run a command without a review again by itself when what it acts on has changed', async () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: archive });
    await scene.refuse('runCommand', refusals.countChanged, 'open.failed');
    expect(scene.now().context.error).toMatchObject(refusals.countChanged);
  });

  it('does not run a command on nothing', async () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: remove });
    await scene.answer('countRows', { count: 0, sample: [], skipped: [] }, 'open.reviewing');
    scene.actor.send({ type: 'review.accepted' });
    expect(scene.state()).toBe('open.reviewing');
  });

  it('offers the command that unblocks one that cannot run now', () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: send });
    expect([scene.state(), scene.now().context.command?.unavailable]).toEqual(['open.blocked', 'Select a conversation first']);
    scene.actor.send({ type: 'unblocker.chosen' });
    expect(scene.inputOf('runCommand')).toMatchObject({ id: 'conversations.open' });
  });

  it('says so when nothing unblocks it', () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: invite });
    expect(getReason(scene.now(), 'unblocker.chosen')).toBe('No command can unblock this');
  });

  it('opens again with the reason when a command fails', async () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: archive });
    await scene.refuse('runCommand', refusals.forbidden, 'open.failed');
    expect(scene.now().context.error).toEqual(refusals.forbidden);
    scene.actor.send({ type: 'run.retried' });
    expect(scene.state()).toBe('running');
  });

  it('opens while a slow command is still running', () => {
    const scene = opened();
    scene.actor.send({ type: 'command.chosen', command: archive });
    scene.actor.send({ type: 'palette.opened' });
    expect(scene.state()).toBe('open.choosing');
  });
});
