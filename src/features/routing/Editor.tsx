/** The editor of a routing: one line to type, its extensions as cards, its hours in words and as a week. */
import { useRef } from 'react';
import type { PhoneNumber } from '#contract/numbers/entities.ts';
import { createHours } from '#contract/text/hours.ts';
import { formatHours } from '#contract/text/hoursText.ts';
import { formatRoutingLine } from '#contract/text/routingLine.ts';
import type { RoutingInput } from '#machines/routingEdit/index.ts';
import * as flow from '#machines/routingEdit/index.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, useRegisterPane } from '../../panes/index.ts';
import { type FlowInPane, useFlow } from '../../panes/useFlow.ts';
import { Button, Chip, ErrorState, LoadingLine, parsePhone } from '../../ui/index.ts';
import { useTakesFocus } from '../../ui/useTakesFocus.ts';
import { type RoutingActor, type RoutingEditor, routingEditors } from './actor.ts';
import { addForward } from './addForward.ts';
import css from './Routing.module.css';
import { createId, RoutingForm, sendRoutingText } from './RoutingForm.tsx';

/** Adds a phone to an extension. Throws, in words, where it cannot be added, or what was typed is no phone. */
function addPhone(actor: RoutingActor, extension: number, typed: string, userId?: number): void {
  const number = parsePhone(typed);
  if (number === null) throw new Error(`“${typed}” is not a phone number`);
  const rung = addForward(actor.getSnapshot().context.routes, extension, { id: createId(), number, ...(userId === undefined ? {} : { userId }) });
  sendRoutingText(actor, formatRoutingLine(rung), rung);
}

interface EditorProps {
  readonly paneId: string;
  /** Of what it is. */
  readonly input: RoutingInput;
  readonly title: string;
  readonly detail: string;
  /** Name in the window's title and beside other panes; null while it is not known. */
  readonly subject: string | null;
  /** The number whose it is: what a template's is not, and not while it is not known. */
  readonly number?: PhoneNumber | undefined;
  /** Note on the edited routing, over the form. */
  readonly note?: string;
}

/** The pane of a routing that is edited: a number's, or a template's. */
export function Editor({ paneId, input, title, detail, subject, number, note }: EditorProps) {
  const commands = useCommands();
  const edited = useFlow(routingEditors, input, flow);
  const { entry, snapshot, state } = edited;
  const { context } = snapshot;
  const fields = useFields();
  const changes = flow.countChanges(context);
  useRegisterEditor(paneId, edited, { subject, number }, fields);
  return (
    <>
      <PaneHeader title={title} detail={detail}>
        {changes > 0 && (
          <>
            <Chip small active>
              {changes === 1 ? '1 change' : `${changes} changes`}
            </Chip>
            <Button look="primary" keys={commands.keys('routing.save')} onClick={() => commands.run('routing.save')}>
              Save
            </Button>
          </>
        )}
      </PaneHeader>
      <PaneBody>
        <LoadingLine active={state === 'loading' || state === 'saving'} />
        <div
          ref={fields.region}
          className={css.editor}
          data-flow="routingEdit"
          data-state={state}
          data-pane-focus
          tabIndex={0}
          role="region"
          aria-label="Call routing"
        >
          {state === 'failed' && (
            <ErrorState action={{ title: 'Try again', onAct: () => commands.run('routing.reload') }}>
              {context.error?.message ?? 'Couldn’t load call routing.'}
            </ErrorState>
          )}
          {note !== undefined && <p className={css.note}>{note}</p>}
          {context.saved && <RoutingForm actor={entry.actor} context={context} companyId={input.companyId} textRef={fields.line} hoursRef={fields.hours} />}
        </div>
      </PaneBody>
    </>
  );
}

/** Holds the refs of the editor's focusable fields; the editor takes the keyboard over if the pane had it while it loaded. */
function useFields() {
  const line = useRef<HTMLTextAreaElement>(null);
  const hours = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLDivElement>(null);
  useTakesFocus(region);
  return { line, hours, region };
}

/** Tells commands of the editor: its flow, and what can be done in it. */
function useRegisterEditor(
  paneId: string,
  { entry: { actor, save }, flow: view }: FlowInPane<RoutingEditor>,
  { subject, number }: Pick<EditorProps, 'subject' | 'number'>,
  { line, hours, region }: ReturnType<typeof useFields>,
): void {
  useRegisterPane(paneId, () => ({
    scopes: ['routing'],
    subject,
    open: { number },
    flows: { routingEdit: view },
    handles: {
      send: { routingEdit: (event) => actor.send(event) },
      routing: {
        focus: (which) => (which === 'hours' ? hours : line).current?.focus(),
        save,
        addPhone: (extension, phone, userId) => addPhone(actor, extension, phone, userId),
        changeHours: (change) => {
          const value = change(actor.getSnapshot().context.hours ?? createHours('UTC'));
          actor.send({ type: 'hours.typed', text: formatHours(value), read: { ok: true, value } });
        },
      },
      // From a field to the pane first: what is typed stays.
      back: () => {
        const isInField = [line, hours].some(({ current }) => current !== null && current === document.activeElement);
        if (isInField) region.current?.focus();
        return isInField;
      },
    },
  }));
}
