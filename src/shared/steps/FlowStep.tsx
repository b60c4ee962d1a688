/** The parts of a step of a flow in a form: the ways on, and a message with them. */
import type { ReactNode } from 'react';
import css from './FlowStep.module.css';
import { type Step, StepButton } from './StepButton.tsx';

/** The ways on from a step. The first has the keyboard as soon as the step is there. */
export function StepActions({ first, others }: { readonly first: Step; readonly others: readonly Step[] }) {
  return (
    <div className={css.actions}>
      <StepButton {...first} isFirst takesFocus="shown" />
      {others.map((step) => (
        <StepButton key={step.command} {...step} />
      ))}
    </div>
  );
}

/** Words in place of the fields: an outcome, or what is waited for. */
export function StepMessage({ role, title, children }: { readonly role: 'status' | 'alert'; readonly title: string; readonly children: ReactNode }) {
  return (
    <div role={role}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}
