/** A command that sends one event to a flow: available when the flow accepts it, refused in the flow's own words. */

import { type Command, type CommandDefinition, command } from './command.ts';
import type { Availability } from './outcome.ts';
import type { Context, FlowEvents, FlowId } from './types.ts';

/** Checks whether a flow accepts an event now. */
export function checkEvent<F extends FlowId>(context: Context, flow: F, type: FlowEvents[F]['type']): Availability {
  const view = context.flows[flow];
  if (!view) return { reason: 'Not available here', isMoot: true };
  const why = view.getReason(type);
  if (why !== null) return { reason: why };
  return view.canAccept(type) || { reason: 'Not available right now' };
}

type FlowCommandOptions = Pick<
  CommandDefinition<Record<never, never>>,
  'id' | 'title' | 'group' | 'keywords' | 'icon' | 'scopes' | 'ownOnly' | 'quiet' | 'changes' | 'addressed'
>;

/** Declares it. The event carries no more than its type; one that does is a command of its own. */
export function flowCommand<F extends FlowId>(words: FlowCommandOptions, flow: F, event: FlowEvents[F]): Command {
  return command({
    ...words,
    quiet: words.quiet ?? true,
    // The step of the flow is what is seen.
    isShown: true,
    available: (context) => checkEvent(context, flow, event.type),
    run: async ({ services }) => services.flows.send(flow, event),
  });
}
