import { useEffect, useId, useRef } from 'react';
import { capitalize } from '#contract/text/capitalize.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { KeyCaps, KeyHint } from '../../ui/index.ts';
import { openDemoUsers } from './demoUsers.ts';
import css from './SignIn.module.css';

/** The users of the demo data, where the server names them: one key or two sign in as one of them. */
export function DemoUsers() {
  const { config } = useApp();
  const commands = useCommands();
  const list = useRef<HTMLUListElement>(null);
  const heading = useId();
  useEffect(
    () =>
      openDemoUsers((step) => {
        const rows = [...(list.current?.querySelectorAll('button') ?? [])];
        const now = rows.findIndex((row) => row.matches(':focus'));
        if (now === 0 && step === -1) return document.querySelector<HTMLElement>('[data-field="email"]')?.focus();
        rows[Math.min(now + step, rows.length - 1)]?.focus();
      }),
    [],
  );
  return (
    <section className={css.demo} aria-labelledby={heading}>
      <div className={css.demoHead}>
        <h2 id={heading} className={css.demoTitle}>
          Demo users
        </h2>
        <KeyHint keys={commands.keys('login.nextDemoUser')}>choose</KeyHint>
      </div>
      <ul ref={list}>
        {config.demoUsers.map(({ email, name, note }) => (
          <li key={email}>
            <button type="button" className={css.demoUser} data-demo-user={email} onClick={() => commands.run('login.demo', { user: email })}>
              <span className={css.demoName}>{name}</span>
              <span className={css.demoNote}>{capitalize(note)}</span>
              <span className={css.demoKey}>
                <KeyCaps keys="enter" hidden />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
