/** The first steps on the demo data: a line at the bottom, and above it, until it is folded, their list with the keys in force. */
import { useEffect, useRef } from 'react';
import { useApp, useAppState } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { useKeysOf } from '../../keys/index.ts';
import { keepBesideThread } from '../../ui/clearance.ts';
import { Button, Icon, IconButton, KeyCaps } from '../../ui/index.ts';
import { useMedia } from '../../ui/useMedia.ts';
import css from './FirstSteps.module.css';
import { listFirstSteps } from './firstSteps.ts';

const listId = 'first-steps';

export default function FirstSteps() {
  const app = useApp();
  const commands = useCommands();
  const state = useAppState((now) => now);
  const steps = listFirstSteps(app, state);
  const isSmall = useMedia('(width < 700px) or (height < 500px)');
  const userId = state.user?.id;
  // Over a small window, or a page at 400 %, the list would hide all there is: it begins folded there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever opens it there wants to see it
  useEffect(() => {
    const { preferences } = app.get();
    if (isSmall && preferences.firstSteps.view === 'open')
      app.set({ preferences: { ...preferences, firstSteps: { ...preferences.firstSteps, view: 'folded' } } });
  }, [app, isSmall, userId]);
  const { done, view } = state.preferences.firstSteps;
  const isOpen = view === 'open';
  const card = useRef<HTMLElement>(null);
  const isShown = steps.length > 0 && isOpen;
  useEffect(() => (isShown && card.current ? keepBesideThread(card.current) : undefined), [isShown]);
  if (steps.length === 0) return null;
  const isDone = (id: (typeof steps)[number]['id']) => done.includes(id);
  const count = steps.filter(({ id }) => isDone(id)).length;
  const isComplete = count === steps.length;
  const next = steps.find(({ id }) => !isDone(id));
  return (
    <>
      <button
        type="button"
        className={css.status}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => commands.run(isOpen ? 'firstSteps.fold' : 'firstSteps.open')}
      >
        First steps
        <span className={css.count} role="status">
          {count} of {steps.length}
        </span>
      </button>
      <section ref={card} id={listId} className={css.card} hidden={!isOpen} aria-label="First steps">
        <header className={css.head}>
          <h2 className={css.title}>First steps</h2>
          <span className={css.count}>{isComplete ? 'All done' : `${count} of ${steps.length}`}</span>
          <IconButton name="chevron-down" label="Fold first steps" onClick={() => commands.run('firstSteps.fold')} />
        </header>
        <ol className={css.list}>
          {steps.map(({ id, title, commands: ids }) => (
            <li key={id} className={css.step} data-done={isDone(id) || undefined} aria-current={id === next?.id ? 'step' : undefined}>
              <Icon name={isDone(id) ? 'circle-check' : 'circle'} tone={isDone(id) ? 'green' : 'muted'} label={isDone(id) ? 'Done' : 'To do'} />
              <button type="button" className={css.name} onClick={() => commands.run(ids[0])}>
                {title}
              </button>
              <span className={css.keys}>
                {ids.map((command) => (
                  <CommandKeys key={command} id={command} />
                ))}
              </span>
            </li>
          ))}
        </ol>
        {isComplete && (
          <footer className={css.foot}>
            <Button onClick={() => commands.run('firstSteps.hide')}>Hide first steps</Button>
          </footer>
        )}
      </section>
    </>
  );
}

/** The key of a command in the keymap in force, wherever it works. */
function CommandKeys({ id }: { id: string }) {
  return <KeyCaps keys={useKeysOf(id)[0]} />;
}
