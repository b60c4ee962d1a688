/** Webhooks, as commands reach them. */
import type { EventHook, HookDelivery } from '#contract/eventHooks/entities.ts';
import type { HookEvent } from '#contract/eventHooks/enums.ts';
import type { ChangeResult, CommandOutcomePromise } from '../core/outcome.ts';

/** A delivery in the log of its webhook. */
export interface HookDeliveryRow extends HookDelivery {
  readonly hookId: number;
}

export interface EventHookServices {
  /** Creates a webhook, and shows its signing secret. */
  create(url: string, events: readonly HookEvent[]): CommandOutcomePromise;
  setUrl(hook: EventHook, url: string): CommandOutcomePromise;
  /** Sends one event more, or one fewer. Refuses to take the last. */
  toggleEvent(hook: EventHook, event: HookEvent): CommandOutcomePromise;
  switch(hook: EventHook): CommandOutcomePromise;
  /** Posts a test event, and says what was answered. */
  test(hook: EventHook): CommandOutcomePromise;
  remove(hook: EventHook): CommandOutcomePromise;
  /** Makes another signing secret, and shows it. */
  rotateSecret(hook: EventHook): CommandOutcomePromise;
  copySecret(): Promise<ChangeResult>;
  hideSecret(): void;
  showDeliveries(hook: EventHook): void;
  resend(delivery: HookDeliveryRow): CommandOutcomePromise;
}

/** Types the area adds to those shared by all commands. */
export interface EventHooksTypes {
  readonly rows: { readonly eventHook: EventHook; readonly hookDelivery: HookDeliveryRow };
  readonly scopes: 'eventHooks' | 'hookDeliveries';
  readonly panes: 'eventHooks' | 'hookDeliveries';
  readonly services: { readonly eventHooks: EventHookServices };
  readonly context: {
    /** True while a signing secret is shown. */
    readonly isHookSecretShown: boolean;
  };
}
