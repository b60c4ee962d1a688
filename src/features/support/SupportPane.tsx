/** The form of a support ticket: what is wrong, whether to call back, files. */
import { useRef } from 'react';
import { supportMessageLength } from '#contract/support/entities.ts';
import { useCommands } from '../../api/commands.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { useStore } from '../../store/store.ts';
import { Button, Checkbox, Field, TextArea, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import { supportDraft, writeDraft } from './draft.ts';
import css from './Support.module.css';

export function SupportPane({ paneId }: PaneProps) {
  const commands = useCommands();
  const draft = useStore(supportDraft);
  const message = useRef<HTMLTextAreaElement>(null);
  useStartsWithFocus(message);
  useRegisterPane(paneId, () => ({ scopes: ['supportForm'], context: { supportFiles: supportDraft.get().files.map(({ name }) => name) } }));
  return (
    <>
      <PaneHeader title="Support" />
      <PaneBody>
        <form
          className={css.form}
          data-scope="supportForm"
          aria-label="Support ticket"
          onSubmit={(event) => {
            event.preventDefault();
            commands.run('support.send');
          }}
        >
          <Field label="Message" hint={`For example, what you did and what happened. Up to ${supportMessageLength.toLocaleString('en-US')} characters.`}>
            <TextArea
              ref={message}
              minRows={6}
              maxLength={supportMessageLength}
              readOnly={draft.isSending}
              value={draft.message}
              onChange={({ target }) => writeDraft({ message: target.value })}
            />
          </Field>
          <Checkbox checked={draft.callbackRequested} onChange={() => commands.run('support.toggleCallback')}>
            Call me back
          </Checkbox>
          {draft.callbackRequested && (
            <Field label="Phone">
              <TextInput
                type="tel"
                maxLength={40}
                readOnly={draft.isSending}
                placeholder="+1 212-555-0123"
                value={draft.callbackNumber}
                onChange={({ target }) => writeDraft({ callbackNumber: target.value })}
              />
            </Field>
          )}
          {draft.files.length > 0 && (
            <ul className={css.files} aria-label="Attachments">
              {draft.files.map((file, index) => (
                <li key={index} className={css.file}>
                  {file.name}
                  <Button look="quiet" onClick={() => commands.run('support.detach', { file: String(index) })}>
                    Remove {file.name}
                  </Button>
                </li>
              ))}
            </ul>
          )}
          {draft.error !== null && (
            <p className={css.wrong} role="alert">
              {draft.error}
            </p>
          )}
          <div className={css.actions}>
            <Button look="primary" type="submit" busy={draft.isSending} keys={commands.keys('support.send')}>
              Send
            </Button>
            <Button icon="paperclip" keys={commands.keys('support.attach')} onClick={() => commands.run('support.attach')}>
              Attach file
            </Button>
            <Button look="quiet" onClick={() => commands.run('support.discard')}>
              Discard
            </Button>
          </div>
        </form>
      </PaneBody>
    </>
  );
}
