/** Writing: a reply or an internal note, its length and segments, files, and the keys that send it. */
import type { Conversation } from '#contract/conversations/entities.ts';
import { limits } from '#contract/core/limits.ts';
import { messages } from '#contract/core/messages.ts';
import { linksOff } from '#contract/messaging/texts.ts';
import { isShortCode, shortCodeReason } from '#contract/text/phone.ts';
import { countSegments, formatSegments } from '#contract/text/segments.ts';
import { useCommands } from '../../api/commands.ts';
import { ChipButton, formatNumberName, formatRecipientName, Icon, IconButton, KeyHint, TextArea, usePhoneLibrary } from '../../ui/index.ts';
import css from './Conversation.module.css';
import type { ComposerState } from './useComposer.ts';

const isTollFree = (number: string) => /^\+18(00|33|44|55|66|77|88)/.test(number);

export function Composer({ conversation, composer }: { conversation: Conversation; composer: ComposerState }) {
  const commands = useCommands();
  usePhoneLibrary();
  const { mode, text, media } = composer;
  if (mode === 'reply' && !composer.canSend)
    return (
      <p className={css.unable} data-flow="outgoingMessage" data-state={composer.stateName}>
        {getUnableReason(conversation)}
      </p>
    );
  const segments = countSegments(text, isTollFree(conversation.number.number));
  const limit = media.length > 0 ? limits.mmsCharacters : limits.smsCharacters;
  const isOver = text.length > limit;
  const submit = mode === 'note' ? 'notes.save' : 'messages.send';
  return (
    <form
      className={css.composer}
      data-scope="composer"
      data-flow="outgoingMessage"
      data-state={composer.stateName}
      data-mode={mode}
      aria-label={mode === 'note' ? 'Internal note' : 'Reply'}
      onSubmit={(event) => {
        event.preventDefault();
        commands.run(submit);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        composer.attach([...event.dataTransfer.files]);
      }}
    >
      {composer.answeredBy !== null && (
        <p className={css.warning} role="status">
          <Icon name="info" tone="amber" /> {composer.answeredBy} replied while you were typing.
        </p>
      )}
      {mode === 'reply' && conversation.hasOptOutReview && (
        <p className={css.warning} role="status">
          <Icon name="info" tone="amber" /> This message sounds like an opt-out. Confirm or dismiss it before you reply.
        </p>
      )}
      {composer.link !== null && (
        <p className={css.warning} role="status" data-field="link">
          <Icon name="info" tone="amber" /> {linksOff}.
        </p>
      )}
      <TextArea
        ref={composer.area}
        bare
        minRows={1}
        maxRows={10}
        data-field="message"
        aria-label={mode === 'note' ? 'Internal note' : `Reply to ${formatRecipientName(conversation)}`}
        placeholder={mode === 'note' ? 'Internal note, visible to your team only' : 'Write a reply'}
        value={text}
        onChange={(event) => composer.type(event.target.value)}
        onPaste={(event) => {
          const pasted = [...event.clipboardData.files];
          if (pasted.length === 0) return;
          event.preventDefault();
          composer.attach(pasted);
        }}
        spellCheck
      />
      {media.length > 0 && (
        <ul className={css.files} aria-label="Attached files">
          {media.map((file) => (
            <li key={file.id}>
              <ChipButton icon="x" aria-label={`Remove ${file.name}`} onClick={() => composer.send({ type: 'media.removed', id: file.id })}>
                {file.name}
              </ChipButton>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={composer.files}
        type="file"
        multiple
        hidden
        aria-label="Attach files"
        accept="image/*,audio/*,video/*,application/pdf,text/vcard"
        onChange={(event) => {
          composer.attach([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <div className={css.bar}>
        {mode === 'reply' && (
          <IconButton name="paperclip" label="Attach file" keys={commands.keys('messages.attach')} onClick={() => commands.run('messages.attach')} />
        )}
        <span>{mode === 'note' ? 'Internal note' : formatNumberName(conversation.number)}</span>
        {mode === 'reply' && (
          <span className={isOver ? css.over : undefined} aria-live={isOver ? 'polite' : 'off'}>
            {isOver
              ? media.length > 0
                ? messages.mmsTooLong
                : messages.smsTooLong
              : text !== '' && (
                  <>
                    {text.length}
                    <span className={css.unit}>{text.length === 1 ? ' character' : ' characters'}</span>
                    {` · ${formatSegments(segments.count)}`}
                  </>
                )}
          </span>
        )}
        <span className={css.spacer} />
        {composer.link === null && (
          <span className={css.hints}>
            <KeyHint keys={commands.keys(submit)}>{mode === 'note' ? 'save note' : 'send'}</KeyHint>
            {mode === 'reply' && <KeyHint keys={commands.keys('messages.sendAndDone')}>send and archive</KeyHint>}
          </span>
        )}
      </div>
    </form>
  );
}

function getUnableReason(conversation: Conversation): string {
  if (isShortCode(conversation.recipient)) return `${shortCodeReason}. You can still add notes.`;
  if (conversation.isOptedOut) return `${formatRecipientName(conversation)} has opted out. You can’t text them until they reply START.`;
  if (!conversation.number.isSmsEnabled) return `${formatNumberName(conversation.number)} can’t send texts. You can still add notes.`;
  return 'Read-only. Owners, administrators and users can reply.';
}
