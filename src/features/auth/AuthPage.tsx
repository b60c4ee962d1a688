/** The pieces all steps of signing in are made of. */
import { type ReactNode, type RefObject, useEffect } from 'react';
import type { Scope } from '#commands/core/types.ts';
import { useApp } from '../../api/app.ts';
import { useCommands } from '../../api/commands.ts';
import { Icon, type IconName, KeyCaps, useKeys } from '../../ui/index.ts';
import css from './SignIn.module.css';
import type { FieldError } from './viewModel.ts';

/** The page of one column: the mark, a heading, a sentence, and the form. */
export function Page({ heading, about, scope, children }: { heading: string; about?: ReactNode; scope?: Scope | undefined; children: ReactNode }) {
  const { name, brand } = useApp().config;
  return (
    <div className={css.column} data-scope={scope}>
      <p className={css.brand}>
        {brand?.logoUrl ? (
          <img className={css.logo} src={brand.logoUrl} alt="" />
        ) : (
          <span aria-hidden className={css.mark}>
            {name.charAt(0)}
          </span>
        )}
        {name}
      </p>
      <h1 className={css.heading}>{heading}</h1>
      {about ? <p className={css.about}>{about}</p> : null}
      {children}
    </div>
  );
}

/** A command as a line: its key, and what it does. */
export function SignInOption({ command, icon, children, disabled }: { command: string; icon?: IconName; children: ReactNode; disabled?: boolean }) {
  const commands = useCommands();
  const keys = commands.keys(command);
  const isReachable = useKeys(keys) !== undefined;
  return (
    <button type="button" className={css.way} disabled={disabled} onClick={() => commands.run(command)}>
      {isReachable ? <KeyCaps keys={keys} /> : icon ? <Icon name={icon} size={14} /> : null}
      {children}
    </button>
  );
}

export const SignInOptions = ({ children }: { children: ReactNode }) => <div className={css.ways}>{children}</div>;

/** Words about the whole form. The region stands from the start, so that what is put into it is heard. */
export function StatusMessage({ tone, icon, children }: { tone: 'red' | 'amber' | 'green'; icon: IconName; children: ReactNode }) {
  return (
    <div role={tone === 'green' ? 'status' : 'alert'} className={css.region}>
      {children ? (
        <div className={css.told} data-tone={tone}>
          <Icon name={icon} tone={tone} />
          <p>{children}</p>
        </div>
      ) : null}
    </div>
  );
}

/** Error of the form as a whole, or the waiting time. Announced once; the seconds after that are visual only. */
export function FormError({ wrong, secondsLeft }: { wrong: FieldError<string> | null; secondsLeft: number }) {
  if (secondsLeft > 0) {
    return (
      <StatusMessage tone="amber" icon="timer">
        Too many attempts. Try again in <span aria-live="off">{secondsLeft}s</span>.
      </StatusMessage>
    );
  }
  return (
    <StatusMessage tone="red" icon="warning">
      {wrong?.field === 'form' ? wrong.message : null}
    </StatusMessage>
  );
}

/** Puts the keyboard where something must be corrected, with what stands there selected. */
export function useCorrection(wrong: FieldError<string> | null, fields: Readonly<Record<string, RefObject<HTMLInputElement | null>>>): void {
  useEffect(() => {
    const field = wrong ? fields[wrong.field]?.current : null;
    field?.focus();
    field?.select();
  }, [wrong, fields]);
}
