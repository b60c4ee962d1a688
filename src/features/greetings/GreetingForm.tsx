/** The form of a greeting: name, words and voice, or a file. */
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { greetingCharacters } from '#contract/greetings/entities.ts';
import type { GreetingSnapshot } from '#machines/greetingEdit/index.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Button, Field, Select, TextArea, TextInput } from '../../ui/index.ts';
import { useStartsWithFocus } from '../../ui/useStartsWithFocus.ts';
import { createVoicesQuery } from './data.ts';
import type { GreetingActor } from './form.ts';
import css from './Greetings.module.css';

interface Props {
  readonly actor: GreetingActor;
  readonly snapshot: GreetingSnapshot;
  readonly state: string;
  readonly companyId: number;
}

export function GreetingForm({ actor, snapshot, state, companyId }: Props) {
  const app = useApp();
  const commands = useCommands();
  const name = useRef<HTMLInputElement>(null);
  const { data: voices = [] } = useQuery(createVoicesQuery(app, companyId));
  const { draft, error } = snapshot.context;
  useStartsWithFocus(name);
  const busy = state === 'saving' || state === 'speaking';
  return (
    <form
      className={css.form}
      data-flow="greetingEdit"
      data-state={state}
      data-scope="greetingForm"
      aria-label={draft.id === null ? 'New greeting' : 'Edit greeting'}
      onSubmit={(event) => {
        event.preventDefault();
        commands.run('greetings.save');
      }}
    >
      <Field label="Name">
        <TextInput
          ref={name}
          data-field="greetingName"
          maxLength={120}
          value={draft.name}
          onChange={(event) => actor.send({ type: 'name.typed', name: event.target.value })}
        />
      </Field>
      {draft.file === null ? (
        <>
          <Field label="Text">
            <TextArea
              data-field="greetingWords"
              maxLength={greetingCharacters}
              value={draft.content}
              onChange={(event) => actor.send({ type: 'content.typed', content: event.target.value })}
            />
          </Field>
          <Field label="Voice">
            <Select
              placeholder="Choose a voice"
              value={draft.voice}
              onChange={(event) => actor.send({ type: 'voice.chosen', voice: event.target.value })}
              options={voices.map(({ id, name: title, language }) => ({ value: id, label: `${title} · ${language}` }))}
            />
          </Field>
        </>
      ) : (
        <p className={css.file}>
          {draft.file}
          <Button look="quiet" onClick={() => commands.run('greetings.dropFile')}>
            Remove file
          </Button>
        </p>
      )}
      {error && (
        <p className={css.wrong} role="alert">
          {error.message}
        </p>
      )}
      <div className={css.actions}>
        <Button look="primary" type="submit" busy={busy} keys={commands.keys('greetings.save')}>
          Save
        </Button>
        <Button icon="play" onClick={() => commands.run('greetings.preview')}>
          Preview
        </Button>
        <Button icon="upload" onClick={() => commands.run('greetings.chooseFile')}>
          Upload
        </Button>
        <Button look="quiet" onClick={() => commands.run('greetings.close')}>
          Close
        </Button>
      </div>
    </form>
  );
}
