/** The bottom line: the keys that matter here and now, long work with its progress, the message held back. */
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { answer } from '#commands/answer.ts';
import { stateName } from '#machines/state.ts';
import { useApp, useAppState } from '../api/app.ts';
import { useOutgoing } from '../features/conversations/outgoingContext.ts';
import { useCommandContext, useCommandHost } from '../keys/index.ts';
import { Icon, KeyCaps, KeyHint, ProgressBar, Spinner } from '../ui/index.ts';
import type { Batches } from './batches.ts';
import css from './Shell.module.css';

/** What is worth a place, by where the focus is: most wanted first. */
const wanted: Readonly<Record<string, readonly (readonly [command: string, word: string])[]>> = {
  composer: [
    ['messages.send', 'send'],
    ['messages.sendAndDone', 'send and done'],
    ['workspace.back', 'back'],
  ],
  inbox: [
    ['conversations.archive', 'done'],
    ['conversations.restore', 'restore'],
    ['messages.reply', 'reply'],
    ['calls.markLead', 'lead'],
    ['list.select', 'select'],
    ['conversations.markUnread', 'unread'],
    ['list.focusFilter', 'search'],
  ],
  conversation: [
    ['messages.reply', 'reply'],
    ['conversations.archive', 'done'],
    ['conversations.restore', 'restore'],
    ['recording.toggle', 'play'],
    ['calls.markLead', 'lead'],
    ['notes.write', 'note'],
    ['conversations.previousItem', 'previous item'],
    ['workspace.back', 'back'],
  ],
  contacts: [
    ['list.open', 'open'],
    ['contacts.create', 'new'],
    ['list.select', 'select'],
    ['contacts.delete', 'delete'],
    ['list.focusFilter', 'search'],
  ],
  contactForm: [
    ['contacts.save', 'save'],
    ['workspace.back', 'back'],
  ],
  greetingForm: [
    ['greetings.save', 'save'],
    ['workspace.back', 'back'],
  ],
  routing: [
    ['routing.save', 'save'],
    ['routing.editLine', 'edit as text'],
    ['routing.addRoute', 'add an extension'],
    ['workspace.back', 'back'],
  ],
  numbers: [
    ['list.open', 'open'],
    ['numbers.buy', 'buy'],
    ['routing.editRow', 'how it rings'],
    ['numbers.addTag', 'tag'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  number: [
    ['numbers.label', 'label'],
    ['numbers.addTag', 'tag'],
    ['numbers.remove', 'remove'],
    ['workspace.back', 'back'],
  ],
  live: [
    ['list.open', 'open'],
    ['live.note', 'note'],
    ['calls.addTag', 'tag'],
    ['callers.block', 'block'],
  ],
  review: [
    ['review.skip', 'skip'],
    ['review.return', 'the call before'],
    ['recording.toggle', 'play'],
    ['calls.find', 'find'],
    ['workspace.back', 'back'],
  ],
  contact: [
    ['contacts.message', 'write'],
    ['contacts.create', 'new'],
    ['contacts.delete', 'delete'],
    ['workspace.back', 'back'],
  ],
  calls: [
    ['list.open', 'open'],
    ['list.focusFilter', 'search'],
    ['calls.markLead', 'lead'],
    ['calls.qualify', 'qualify'],
    ['calls.addNote', 'note'],
    ['list.select', 'select'],
  ],
  call: [
    ['recording.toggle', 'play'],
    ['calls.nextSegment', 'next segment'],
    ['calls.find', 'find'],
    ['calls.markLead', 'lead'],
    ['calls.qualify', 'qualify'],
    ['workspace.back', 'back'],
  ],
  greetings: [
    ['greetings.play', 'play'],
    ['list.open', 'open'],
    ['greetings.create', 'new'],
    ['greetings.delete', 'delete'],
  ],
  portForm: [
    ['porting.check', 'check the numbers'],
    ['workspace.back', 'back'],
  ],
  ports: [
    ['list.open', 'open'],
    ['porting.begin', 'bring numbers in'],
  ],
  templates: [
    ['list.open', 'open'],
    ['templates.create', 'new'],
    ['templates.remove', 'delete'],
  ],
  marketplace: [
    ['marketplace.list', 'offer'],
    ['marketplace.unlist', 'take off'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  tags: [
    ['list.open', 'open'],
    ['tags.create', 'new'],
    ['tags.delete', 'delete'],
  ],
  customFields: [
    ['list.open', 'open'],
    ['customFields.create', 'new'],
    ['customFields.delete', 'delete'],
  ],
  blocks: [
    ['blocks.add', 'block'],
    ['blocks.remove', 'let in again'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  list: [
    ['list.open', 'open'],
    ['list.select', 'select'],
    ['list.focusFilter', 'search'],
  ],
  workspace: [['workspace.back', 'back']],
};
const most = 6;

export function BottomLine({ batches }: { batches: Batches }) {
  return (
    <footer className={css.bottom}>
      <KeysNow />
      <span className={css.spacer} />
      <Running batches={batches} />
      <Held />
    </footer>
  );
}

function KeysNow() {
  const { source, registry, keys } = useCommandHost();
  const context = useCommandContext(source);
  const hints = useMemo(() => {
    const scope = context.focus.scopes.find((name) => Object.hasOwn(wanted, name)) ?? 'workspace';
    return (wanted[scope] ?? []).flatMap(([id, word]) => {
      const command = registry.get(id);
      const key = keys.keysOf(id);
      if (id === 'workspace.back' && !context.focus.canGoBack) return [];
      return command && key !== undefined && answer(command, context).ok ? [{ id, word, key }] : [];
    });
  }, [context, registry, keys]);
  const help = keys.keysOf('keyline.help');
  return (
    <div className={css.hints} role="group" aria-label="Keys here">
      {hints.slice(0, most).map(({ id, word, key }) => (
        <KeyHint key={id} keys={key}>
          {word}
        </KeyHint>
      ))}
      {help !== undefined && <KeyHint keys={help}>all keys here</KeyHint>}
    </div>
  );
}

function Running({ batches }: { batches: Batches }) {
  const list = useSyncExternalStore(batches.subscribe, batches.list);
  return (
    <div role="status" className={css.status}>
      {list.map((actor) => {
        const snapshot = actor.getSnapshot();
        const { kind, progress, batchId } = snapshot.context;
        const done = stateName(snapshot) === 'finished';
        return (
          <span key={batchId} className={css.batch} data-flow="batch" data-state={stateName(snapshot)}>
            {done ? <Icon name="circle-check" tone="green" size={14} /> : <Spinner size={13} />}
            {kind}
            <ProgressBar value={(progress?.progress ?? 0) / 100} label={kind} />
            {Math.round(progress?.progress ?? 0)} %
          </span>
        );
      })}
    </div>
  );
}

/** The message held back now, with the seconds it can still be taken back. */
function Held() {
  const app = useApp();
  const outgoing = useOutgoing();
  const online = useAppState((state) => state.online);
  const { keys } = useCommandHost();
  const version = useSyncExternalStore(outgoing.subscribe, outgoing.version);
  const actor = useMemo(() => {
    void version;
    return outgoing.held();
  }, [outgoing, version]);
  const [now, setNow] = useState(() => performance.now());
  const [until, setUntil] = useState(0);
  useEffect(() => {
    if (!actor) return;
    const end = performance.now() + actor.getSnapshot().context.holdMs;
    setUntil(end);
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [actor]);
  if (!actor) return online ? null : <span className={css.batch}>Offline: what you write is kept</span>;
  const context = actor.getSnapshot().context;
  const undo = keys.keysOf('keyline.undo');
  const who = app.queries
    .getQueryData<{ contact: { name: string } | null }>(['company', app.get().companyId, 'conversations', 'one', context.conversationId])
    ?.contact?.name.split(' ')[0];
  return (
    <span className={css.held} data-held>
      <Icon name="send" size={14} />
      Sending{who ? ` to ${who}` : ''} in {Math.max(0, Math.ceil((until - now) / 1_000))} s
      {undo !== undefined && (
        <>
          <KeyCaps keys={undo} /> undo
        </>
      )}
    </span>
  );
}
