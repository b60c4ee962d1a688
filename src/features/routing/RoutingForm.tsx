/** Form of a routing in the editor: its line, its extensions, its hours. */
import { useMemo } from 'react';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import type { Forward } from '#contract/routing/entities.ts';
import { presetLabel, presets } from '#contract/text/hour.ts';
import { createHours } from '#contract/text/hours.ts';
import { formatHours, parseHours } from '#contract/text/hoursText.ts';
import type { ParseError } from '#contract/text/parseError.ts';
import { formatRoutingLine, parseRoutingText } from '#contract/text/routingLine.ts';
import { getZoneLabel } from '#contract/text/zones.ts';
import type { CompanyUser } from '#contract/users/entities.ts';
import type * as flow from '#machines/routingEdit/index.ts';
import { useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { useColleagues } from '../../shared/colleagues.ts';
import { useNumbers } from '../../shared/numbers.ts';
import { Button, Field, Icon, parsePhone, TextInput } from '../../ui/index.ts';
import type { RoutingActor } from './actor.ts';
import { RouteCard } from './RouteCard.tsx';
import css from './Routing.module.css';
import { RoutingLine } from './RoutingLine.tsx';
import { Week } from './Week.tsx';

/** An id for a route or a phone that is new. */
export const createId = () => crypto.randomUUID().slice(0, 12);

/** Sends a line with what it means. `before`: what the same phones keep their ids and users of. */
export function sendRoutingText(actor: RoutingActor, text: string, before = actor.getSnapshot().context.routes): void {
  const { hours } = actor.getSnapshot().context;
  actor.send({
    type: 'line.typed',
    text,
    read: parseRoutingText(text, { parsePhone, createId, before, preset: hours?.preset ?? createHours('UTC').preset }),
  });
}

function Faults({ text, faults }: { text: string; faults: readonly ParseError[] }) {
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

/** Names who has a destination: the user it names, the user with that phone, or the line it is. */
function createOwnerFinder(numbers: readonly PhoneNumber[], colleagues: readonly CompanyUser[]) {
  const lines = new Map(numbers.map(({ number, label }) => [number, label]));
  const users = new Map(colleagues.map(({ id, name }) => [id, name]));
  const phones = new Map(colleagues.flatMap(({ name, phones: own }) => own.map((phone) => [phone, name] as const)));
  return ({ number, userId }: Forward): string | null =>
    (userId === undefined ? undefined : users.get(userId)) ?? phones.get(number) ?? lines.get(number) ?? null;
}

interface FormProps {
  readonly actor: RoutingActor;
  readonly context: flow.RoutingContext;
  readonly companyId: number;
  readonly textRef: React.RefObject<HTMLTextAreaElement | null>;
  readonly hoursRef: React.RefObject<HTMLInputElement | null>;
}

/** The form of a routing that was read. */
export function RoutingForm({ actor, context, companyId, textRef, hoursRef }: FormProps) {
  const mayChange = useMay('numbers.route');
  const numbers = useNumbers(companyId);
  const colleagues = useColleagues(companyId);
  const ownerOf = useMemo(() => createOwnerFinder(numbers, colleagues), [numbers, colleagues]);
  const text = context.line.text ?? formatRoutingLine(context.routes);
  return (
    <>
      {context.error && <p className={css.fault}>{context.error.message}</p>}
      <Field label="Call routing">
        <RoutingLine
          ref={textRef}
          data-field="routing"
          spellCheck={false}
          minRows={2}
          readOnly={!mayChange}
          maxRows={200}
          value={text}
          faults={context.line.faults}
          placeholder="1 → +1 415 555 0100, +1 415 555 0101 stagger 20s; 2 → voicemail"
          onChange={(event) => sendRoutingText(actor, event.target.value)}
        />
      </Field>
      <Faults text={text} faults={context.line.faults} />
      {context.routes.map((route) => (
        <RouteCard key={route.id} route={route} mayChange={mayChange} findOwner={ownerOf} />
      ))}
      <Switches context={context} mayChange={mayChange} />
      <Hours actor={actor} context={context} mayChange={mayChange} fieldRef={hoursRef} />
    </>
  );
}

function Switches({ context, mayChange }: { readonly context: flow.RoutingContext; readonly mayChange: boolean }) {
  const commands = useCommands();
  return (
    <div className={css.switches}>
      <Button look="quiet" disabled={!mayChange} keys={commands.keys('routing.addRoute')} onClick={() => commands.run('routing.addRoute')}>
        Add extension
      </Button>
      <Button look="quiet" disabled={!mayChange} aria-pressed={context.recordCalls} onClick={() => commands.run('routing.switchRecording')}>
        Recording
      </Button>
      {context.recordCalls && (
        <Button look="quiet" disabled={!mayChange} aria-pressed={context.announceRecording} onClick={() => commands.run('routing.switchAnnouncement')}>
          Recording announcement
        </Button>
      )}
    </div>
  );
}

interface HoursProps {
  readonly actor: RoutingActor;
  readonly context: flow.RoutingContext;
  readonly mayChange: boolean;
  readonly fieldRef: React.RefObject<HTMLInputElement | null>;
}

function Hours({ actor, context, mayChange, fieldRef }: HoursProps) {
  const commands = useCommands();
  const hours = context.hours ?? createHours('UTC');
  const text = context.hoursLine.text ?? formatHours(hours);
  const called = presetLabel[hours.preset === 1 || hours.preset === 2 || hours.preset === 3 || hours.preset === 5 ? hours.preset : 4];
  return (
    <div className={css.hours}>
      <Field label={`Hours · ${called} · ${getZoneLabel(hours.timezone)}`}>
        <TextInput
          ref={fieldRef}
          data-field="hours"
          spellCheck={false}
          readOnly={!mayChange}
          value={text}
          placeholder="mon-fri 9-5, sat closed"
          onChange={(event) => actor.send({ type: 'hours.typed', text: event.target.value, read: parseHours(event.target.value, hours) })}
        />
      </Field>
      <Faults text={text} faults={context.hoursLine.faults} />
      <div className={css.choices}>
        {presets.map((which) => (
          <Button
            key={which}
            look="quiet"
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
  );
}
