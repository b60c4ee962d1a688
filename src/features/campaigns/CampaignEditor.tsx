/** The editor of a campaign: whom it goes to, its text with merge fields, its files, its time; beside it what the text costs to send. */
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { countCampaignCharacters, findLengthError, findUnknownTokens, joinCampaignText } from '#contract/campaigns/message.ts';
import { campaignTexts } from '#contract/campaigns/texts.ts';
import { limits } from '#contract/core/limits.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { countSegments, formatSegments } from '#contract/text/segments.ts';
import { type CampaignDraft, isChanged, type TypedField } from '#machines/campaign/index.ts';
import { isIn } from '#machines/state.ts';
import { useApp, useMay } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, useRegisterPane } from '../../panes/index.ts';
import { createGroupsQuery } from '../../shared/groups.ts';
import { useNumbers } from '../../shared/numbers.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import { formatFutureTime } from '../../ui/futureTime.ts';
import {
  Checkbox,
  ChipButton,
  displayPhone,
  Field,
  formatNumberName,
  Icon,
  IconButton,
  LoadingLine,
  TextArea,
  TextInput,
  useTimeZone,
} from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import css from './Campaign.module.css';
import { createReviewQuery } from './data.ts';
import type { CampaignProps } from './props.ts';
import { formatRecipients } from './texts.ts';

const isTollFree = (number: string | undefined) => number !== undefined && /^\+18(00|33|44|55|66|77|88)/.test(number);

export function CampaignEditor({ paneId, companyId, entry, snapshot, state, told }: CampaignProps) {
  const { actor } = entry;
  const { draft, campaign, error, link } = snapshot.context;
  const mayWrite = useMay('campaigns.write');
  const title = useRef<HTMLInputElement>(null);
  const message = useRef<HTMLTextAreaElement>(null);
  const [isBlank] = useState(draft.title === '');
  useStartsWithFocus(isBlank ? title : message);
  const readOnly = !mayWrite || isIn(snapshot, 'reviewing');
  const type = (field: TypedField, text: string) => actor.send({ type: 'field.typed', field, text });
  const insert = (token: string) => {
    const area = message.current;
    const { value } = area ?? { value: draft.message };
    const from = area?.selectionStart ?? value.length;
    const to = area?.selectionEnd ?? value.length;
    // The signs that asked for it are taken with it.
    const start = value.slice(0, from).endsWith('%%') ? from - 2 : from;
    // At once: what is typed next already goes behind it.
    flushSync(() => type('message', value.slice(0, start) + token + value.slice(to)));
    area?.setSelectionRange(start + token.length, start + token.length);
    requestAnimationFrame(() => area?.focus());
  };
  useRegisterPane(paneId, () => ({
    scopes: ['campaignForm'],
    ...told,
    handles: { ...told.handles, campaignText: { insert }, back: () => leaveField(paneId) },
  }));
  return (
    <>
      <PaneHeader title={campaign === null ? 'New campaign' : 'Campaign'} detail={campaign === null || isChanged(snapshot.context) ? 'Not saved' : 'Draft'} />
      <PaneBody>
        <LoadingLine active={isIn(snapshot, 'saving', 'reviewing')} label="Saving" />
        <form
          className={css.editor}
          data-flow="campaign"
          data-state={state}
          aria-label={campaign === null ? 'New campaign' : 'Edit campaign'}
          onSubmit={(event) => event.preventDefault()}
        >
          <div className={css.columns}>
            <div className={css.fields}>
              <Field label="Title" hint="Only your team sees it">
                <TextInput
                  ref={title}
                  data-field="campaignTitle"
                  data-pane-focus={campaign === null ? true : undefined}
                  maxLength={200}
                  readOnly={readOnly}
                  value={draft.title}
                  onChange={({ target }) => type('title', target.value)}
                />
              </Field>
              <Choices companyId={companyId} draft={draft} readOnly={readOnly} />
              <Message draft={draft} readOnly={readOnly} companyId={companyId} area={message} type={type} />
              <Field label="Unsubscribe text" hint="Added on a line of its own">
                <TextInput
                  data-field="campaignUnsubscribe"
                  maxLength={300}
                  readOnly={readOnly}
                  value={draft.unsubscribeMessage}
                  onChange={({ target }) => type('unsubscribeMessage', target.value)}
                />
              </Field>
              {link !== null && (
                <p className={css.warning} role="status">
                  <Icon name="info" tone="amber" /> {linksOff}
                </p>
              )}
              {error && (
                <p className={css.wrong} role="alert">
                  {error.message}
                </p>
              )}
              <Actions snapshot={snapshot} mayWrite={mayWrite} />
            </div>
            <Preview companyId={companyId} snapshot={snapshot} />
          </div>
        </form>
      </PaneBody>
    </>
  );
}

/** Leaves a field for the pane, so that single keys act; false where the keyboard is in none. */
function leaveField(paneId: string): boolean {
  const active = document.activeElement;
  const pane = document.querySelector<HTMLElement>(`[data-pane-id="${paneId}"]`);
  if (!(active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) || !pane?.contains(active)) return false;
  pane.focus({ preventScroll: true });
  return true;
}

/** Group, number and time of a campaign, and whether the inbox shows it. */
function Choices({ companyId, draft, readOnly }: { readonly companyId: number; readonly draft: CampaignDraft; readonly readOnly: boolean }) {
  const app = useApp();
  const commands = useCommands();
  const zone = useTimeZone();
  const numbers = useNumbers(companyId);
  const groups = useQuery(createGroupsQuery(app, companyId)).data;
  const number = numbers.find(({ id }) => id === draft.numberId);
  const group = groups?.find(({ id }) => id === draft.group?.id);
  const isPast = draft.deliverAt !== null && Date.parse(draft.deliverAt) <= Date.now();
  const chip = (icon: 'users' | 'hash' | 'calendar-clock', command: string, text: string) => (
    <ChipButton icon={icon} disabled={readOnly} keys={commands.keys(command)} shows="keys" onClick={() => commands.run(command)}>
      {text}
    </ChipButton>
  );
  return (
    <>
      <dl className={css.choices}>
        <dt>To</dt>
        <dd>
          {chip('users', 'campaigns.chooseGroup', draft.group?.name ?? 'Choose group')}
          {group && <span className={css.quiet}>{formatRecipients(group.contactCount)}</span>}
        </dd>
        <dt>From</dt>
        <dd>
          {chip('hash', 'campaigns.chooseNumber', number ? formatNumberName(number) : 'Choose number')}
          {number?.label ? <span className={css.quiet}>{displayPhone(number.number)}</span> : null}
        </dd>
        <dt>When</dt>
        <dd>
          {chip(
            'calendar-clock',
            'campaigns.schedule',
            draft.deliverAt === null || isPast
              ? 'As soon as you send it'
              : formatFutureTime(draft.deliverAt, Date.now(), zone).replace(/^./, (letter) => letter.toUpperCase()),
          )}
          {draft.deliverAt !== null && !readOnly && (
            <ChipButton icon="x" aria-label="Remove send time" onClick={() => commands.run('campaigns.clearTime')}>
              Remove
            </ChipButton>
          )}
        </dd>
        <dt>Inbox</dt>
        <dd>
          <Checkbox checked={draft.skipInbox} disabled={readOnly} onChange={() => commands.run('campaigns.toggleInbox')}>
            Keep out of the inbox until they reply
          </Checkbox>
        </dd>
      </dl>
      {isPast && (
        <p className={css.warning} role="status">
          <Icon name="info" tone="amber" /> The send time has passed. Choose another, or remove it.
        </p>
      )}
    </>
  );
}

interface MessageProps {
  readonly companyId: number;
  readonly draft: CampaignDraft;
  readonly readOnly: boolean;
  readonly area: React.RefObject<HTMLTextAreaElement | null>;
  readonly type: (field: TypedField, text: string) => void;
}

/** The text, its files, and how long it is: by the specification's rules, and in segments as the carrier counts them. */
function Message({ companyId, draft, readOnly, area, type }: MessageProps) {
  const commands = useCommands();
  const numbers = useNumbers(companyId);
  const { message, unsubscribeMessage, media } = draft;
  const from = numbers.find(({ id }) => id === draft.numberId)?.number;
  const characters = countCampaignCharacters(message, unsubscribeMessage);
  const segments = countSegments(joinCampaignText(message, unsubscribeMessage), isTollFree(from));
  const tooLong = findLengthError(message, unsubscribeMessage, media.length > 0);
  const unknown = findUnknownTokens(message, draft.fields);
  const limit = media.length > 0 ? limits.mmsCharacters : limits.smsCharacters;
  return (
    <div className={css.message}>
      <Field label="Message" error={unknown[0] === undefined ? null : campaignTexts.unknownField(unknown[0])}>
        <TextArea
          ref={area}
          bare
          minRows={4}
          maxRows={14}
          data-field="campaignMessage"
          data-pane-focus
          maxLength={4_000}
          readOnly={readOnly}
          spellCheck
          placeholder="Write the text. Type %% for a merge field."
          value={message}
          onChange={({ target }) => {
            type('message', target.value);
            const before = target.value.slice(0, target.selectionStart);
            if (target.value.length > message.length && isAskingForField(before)) commands.run('campaigns.insertField');
          }}
        />
      </Field>
      {media.length > 0 && (
        <ul className={css.files} aria-label="Attached files">
          {media.map(({ name, previewUrl }) => (
            <li key={previewUrl}>
              {/\.(?:png|jpe?g|gif|webp)$/i.test(name) && <img src={previewUrl} alt="" />}
              <ChipButton
                icon="x"
                disabled={readOnly}
                aria-label={`Remove ${name}`}
                onClick={() => commands.run('campaigns.removeMedia', { file: previewUrl })}
              >
                {name}
              </ChipButton>
            </li>
          ))}
        </ul>
      )}
      <div className={css.bar}>
        <IconButton
          name="paperclip"
          label="Attach file to campaign"
          disabled={readOnly}
          keys={commands.keys('campaigns.attach')}
          onClick={() => commands.run('campaigns.attach')}
        />
        <IconButton
          name="user"
          label="Insert merge field"
          disabled={readOnly}
          keys={commands.keys('campaigns.insertField')}
          onClick={() => commands.run('campaigns.insertField')}
        />
        <span className={css.spacer} />
        <span className={tooLong ? css.over : undefined} aria-live={tooLong ? 'polite' : 'off'}>
          {tooLong ?? `${characters.toLocaleString('en-US')} of ${limit.toLocaleString('en-US')} characters · ${formatSegments(segments.count)}`}
        </span>
      </div>
      {segments.offenders.length > 0 && (
        <p className={css.quiet} role="status">
          {`${segments.offenders.slice(0, 5).join(' ')} ${segments.offenders.length === 1 ? 'makes' : 'make'} each segment hold 70 characters instead of 160`}
        </p>
      )}
    </div>
  );
}

/** The second % was just typed, and no field ends with it: `%%`, not `%%email%%`. */
const isAskingForField = (before: string): boolean => before.endsWith('%%') && (before.match(/%%/g)?.length ?? 0) % 2 === 1;

function Actions({ snapshot, mayWrite }: Pick<CampaignProps, 'snapshot'> & { readonly mayWrite: boolean }) {
  if (!mayWrite) return <p className={css.quiet}>Read-only. Owners, administrators and users can edit campaigns.</p>;
  const isReviewing = isIn(snapshot, 'reviewing');
  return (
    <div className={css.actions}>
      <StepButton command="campaigns.review" title="Review and send" isFirst busy={isReviewing} />
      <StepButton command="campaigns.save" isPlain title="Save draft" busy={isIn(snapshot, 'saving')} />
      {isChanged(snapshot.context) && <StepButton command="campaigns.discard" title="Discard changes" />}
    </div>
  );
}

/** The text as it is read on a phone; once it is saved, the longest that anybody gets. */
function Preview({ companyId, snapshot }: Pick<CampaignProps, 'companyId' | 'snapshot'>) {
  const app = useApp();
  const { id, draft, campaign } = snapshot.context;
  const isCounted = id !== null && campaign !== null && draft.group !== null && draft.message.trim() !== '' && !isChanged(snapshot.context);
  const { data: review } = useQuery({ ...createReviewQuery(app, companyId, id ?? 0, campaign?.version ?? 0), enabled: isCounted });
  const longest = isCounted ? (review?.longest ?? null) : null;
  const text = longest?.text ?? joinCampaignText(draft.message, draft.unsubscribeMessage);
  return (
    <aside className={css.preview} aria-label="Preview">
      <h3>{longest === null ? 'Preview' : `Longest text: ${longest.contact.name || 'a contact without a name'}`}</h3>
      <div className={css.bubble}>
        {draft.media.map(({ name, previewUrl }) => (/\.(?:png|jpe?g|gif|webp)$/i.test(name) ? <img key={previewUrl} src={previewUrl} alt={name} /> : null))}
        <p>{text === '' ? 'Your text appears here' : text}</p>
      </div>
      <p className={css.quiet}>
        {longest === null ? 'Save the draft to see the longest text a recipient gets' : `${formatSegments(longest.segments)} · names and numbers filled in`}
      </p>
    </aside>
  );
}
