/** The editor of a routing: one line to type, its extensions as cards, its hours in words and as a week. */
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useRef } from 'react';
import { newHours, presetLabel, presets } from '#contract/hours.ts';
import { printHours, readHours } from '#contract/hoursText.ts';
import { printRoutingLine, readRoutingLine } from '#contract/routingLine.ts';
import type { TextFault } from '#contract/textFault.ts';
import { zoneLabel } from '#contract/zones.ts';
import * as flow from '#machines/routingEdit/index.ts';
import { stateName } from '#machines/state.ts';
import { useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { useNumbers } from '../../api/numbers.ts';
import { PaneBody, PaneHeader, useFocusBoard, usePaneTold } from '../../panes/index.ts';
import { Button, ErrorState, Field, Icon, LoadingLine, readPhone, TextArea, TextInput } from '../../ui/index.ts';
import { useTakesFocus } from '../../ui/useTakesFocus.ts';
import type { RoutingActor } from './actor.ts';
import { flowViewOf } from './data.ts';
import { RouteCard } from './RouteCard.tsx';
import css from './Routing.module.css';
import { Week } from './Week.tsx';

function Faults({ text, faults }: { text: string; faults: readonly TextFault[] }) {
  return faults.slice(0, 3).map(({ from, to, message }) => (
    <p key={`${from} ${message}`} className={css.fault} role="alert">
      <Icon name="warning" tone="amber" />
      <span>
        {!message.includes(text.slice(from, to)) && <code>{text.slice(from, to)} </code>}
        {message}
      </span>
    </p>
  ));
}

const newId = () => crypto.randomUUID().slice(0, 12);

/** Sends a line with what it means. */
function sendLine(actor: RoutingActor, text: string): void {
  const { routes, hours } = actor.getSnapshot().context;
  actor.send({ type: 'line.typed', text, read: readRoutingLine(text, { readPhone, newId, before: routes, preset: hours?.preset ?? newHours('UTC').preset }) });
}

/** Adds a phone to an extension. Rejects where there is no such extension, or what was typed is no phone. */
function addPhone(actor: RoutingActor, extension: number, typed: string): void {
  const { routes } = actor.getSnapshot().context;
  const number = readPhone(typed);
  if (number === null) throw new Error(`“${typed}” is not a phone number`);
  if (!routes.some((route) => route.extension === extension)) throw new Error(`There is no extension ${extension}: add one first`);
  const rung = routes.map((route) => (route.extension === extension ? { ...route, forwards: [...route.forwards, { id: newId(), number }] } : route));
  sendLine(actor, printRoutingLine(rung));
}

interface EditorProps {
  readonly paneId: string;
  readonly companyId: number;
  readonly actor: RoutingActor;
  readonly title: string;
  readonly detail: string;
  /** What it is called in the window's title and beside other panes; null while that is not known. */
  readonly subject: string | null;
  /** What it is about, over the form. */
  readonly note?: string;
}

/** The pane of a routing that is edited: a number's, or a template's. */
export function Editor({ paneId, companyId, actor, title, detail, subject, note }: EditorProps) {
  const board = useFocusBoard();
  const commands = useCommands();
  const snapshot = useSelector(actor, (now) => now);
  const line = useRef<HTMLTextAreaElement>(null);
  const hoursField = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useTakesFocus(region);
  const { context } = snapshot;
  const isChanged = flow.isChanged(context);
  useEffect(() => {
    const watching = actor.subscribe(() => board.touch());
    return () => watching.unsubscribe();
  }, [actor, board]);
  usePaneTold(paneId, () => ({
    scopes: ['routing'],
    subject,
    flows: { routingEdit: flowViewOf(actor.getSnapshot()) },
    handles: {
      send: { routingEdit: (event) => actor.send(event) },
      routing: {
        focus: (which) => (which === 'hours' ? hoursField : line).current?.focus(),
        addPhone: (extension, phone) => addPhone(actor, extension, phone),
        changeHours: (change) => {
          const value = change(actor.getSnapshot().context.hours ?? newHours('UTC'));
          actor.send({ type: 'hours.typed', text: printHours(value), read: { ok: true, value } });
        },
      },
      // From a field to the pane first: what is typed stays.
      back: () => {
        const isInField = [line, hoursField].some(({ current }) => current !== null && current === document.activeElement);
        if (isInField) region.current?.focus();
        return isInField;
      },
    },
  }));
  return (
    <>
      <PaneHeader title={title} detail={detail}>
        {isChanged && (
          <Button look="primary" keys={commands.keys('routing.save')} onClick={() => commands.run('routing.save')}>
            Save
          </Button>
        )}
      </PaneHeader>
      <PaneBody>
        <LoadingLine active={stateName(snapshot) === 'loading' || stateName(snapshot) === 'saving'} />
        <div
          ref={region}
          className={css.editor}
          data-flow="routingEdit"
          data-state={stateName(snapshot)}
          data-pane-focus
          tabIndex={0}
          role="region"
          aria-label="How it rings"
        >
          {stateName(snapshot) === 'failed' && (
            <ErrorState action={{ title: 'Try again', onAct: () => commands.run('routing.reload') }}>
              {context.error?.message ?? 'The routing could not be read.'}
            </ErrorState>
          )}
          {note !== undefined && <p className={css.note}>{note}</p>}
          {context.saved && <Form actor={actor} context={context} companyId={companyId} lineRef={line} hoursRef={hoursField} />}
        </div>
      </PaneBody>
    </>
  );
}

interface FormProps {
  readonly actor: RoutingActor;
  readonly context: flow.RoutingContext;
  readonly companyId: number;
  readonly lineRef: React.RefObject<HTMLTextAreaElement | null>;
  readonly hoursRef: React.RefObject<HTMLInputElement | null>;
}

function Form({ actor, context, companyId, lineRef, hoursRef }: FormProps) {
  const mayChange = useMay('numbers.route');
  const commands = useCommands();
  const numbers = useNumbers(companyId);
  const owners = useMemo(() => new Map(numbers.map(({ number, label }) => [number, label])), [numbers]);
  const hours = context.hours ?? newHours('UTC');
  const text = context.line.text ?? printRoutingLine(context.routes);
  const hoursText = context.hoursLine.text ?? printHours(hours);
  return (
    <>
      {context.error && <p className={css.fault}>{context.error.message}</p>}
      <Field label="Who rings">
        <TextArea
          ref={lineRef}
          mono
          data-field="routing"
          spellCheck={false}
          minRows={2}
          readOnly={!mayChange}
          value={text}
          placeholder="1 → +1 415 555 0100, +1 415 555 0101 stagger 20s; 2 → voicemail"
          onChange={(event) => sendLine(actor, event.target.value)}
        />
      </Field>
      <Faults text={text} faults={context.line.faults} />
      {context.routes.map((route) => (
        <RouteCard key={route.id} route={route} mayChange={mayChange} ownerOf={(number) => owners.get(number) ?? null} />
      ))}
      <div className={css.chips}>
        <Button look="quiet" disabled={!mayChange} keys={commands.keys('routing.addRoute')} onClick={() => commands.run('routing.addRoute')}>
          Add an extension
        </Button>
        <Button
          look={context.recordCalls ? 'plain' : 'quiet'}
          disabled={!mayChange}
          aria-pressed={context.recordCalls}
          onClick={() => commands.run('routing.switchRecording')}
        >
          {context.recordCalls ? 'calls are recorded' : 'calls are not recorded'}
        </Button>
        {context.recordCalls && (
          <Button look="quiet" disabled={!mayChange} aria-pressed={context.announceRecording} onClick={() => commands.run('routing.switchAnnouncement')}>
            {context.announceRecording ? 'callers are told' : 'callers are not told'}
          </Button>
        )}
      </div>
      <div className={css.hours}>
        <Field
          label={`Hours · ${presetLabel[hours.preset === 1 || hours.preset === 2 || hours.preset === 3 || hours.preset === 5 ? hours.preset : 4]} · ${zoneLabel(hours.timezone)}`}
        >
          <TextInput
            ref={hoursRef}
            data-field="hours"
            spellCheck={false}
            readOnly={!mayChange}
            value={hoursText}
            placeholder="mon-fri 9-5, sat closed"
            onChange={(event) => actor.send({ type: 'hours.typed', text: event.target.value, read: readHours(event.target.value, hours) })}
          />
        </Field>
        <Faults text={hoursText} faults={context.hoursLine.faults} />
        <div className={css.choices}>
          {presets.map((which) => (
            <Button
              key={which}
              look={hours.preset === which ? 'plain' : 'quiet'}
              disabled={!mayChange}
              aria-pressed={hours.preset === which}
              onClick={() => commands.run('routing.choosePreset', { preset: String(which) })}
            >
              {presetLabel[which]}
            </Button>
          ))}
        </div>
        <Week hours={hours} />
      </div>
    </>
  );
}
