/** One extension: its phones and switches, each pressed by its command. */
import type { Forward, RingRoute } from '#contract/routing/entities.ts';
import { useCommands } from '../../api/commands.ts';
import { formatDestinationOrder, formatExtension } from '../../shared/routes.ts';
import { Button, PhoneText } from '../../ui/index.ts';
import css from './Routing.module.css';

interface Props {
  readonly route: RingRoute;
  readonly findOwner: (destination: Forward) => string | null;
  readonly mayChange: boolean;
}

export function RouteCard({ route, findOwner, mayChange }: Props) {
  const commands = useCommands();
  const args = { extension: String(route.extension) };
  const press = (command: string, on: boolean, title: string) => (
    <Button look="quiet" disabled={!mayChange} aria-pressed={on} onClick={() => commands.run(command, args)}>
      {title}
    </Button>
  );
  return (
    <section className={css.route} aria-label={`Extension ${route.extension}`}>
      <div className={css.routeHead}>
        <span className={css.extension}>{route.extension}</span>
        <b>{formatExtension(route)}</b>
        <span className={css.muted}>{formatDestinationOrder(route)}</span>
      </div>
      <ul className={css.phones}>
        {route.forwards.map((destination) => (
          <li key={destination.id}>
            <PhoneText number={destination.number} />
            <span className={css.muted}>{findOwner(destination) ?? ''}</span>
            <span className={css.clock}>{`${route.timeout}s`}</span>
          </li>
        ))}
      </ul>
      {route.forwards.length > 0 && (
        <div className={css.chips}>
          {press('routing.switchCallerId', route.callerIdPassThru, 'Caller ID passthrough')}
          {press('routing.switchConfirm', route.confirmKey, `Press 1 to accept, ${route.confirmKeyWait}s`)}
          {route.forwards.length > 1 && press('routing.switchStagger', route.stagger, 'Sequential')}
        </div>
      )}
    </section>
  );
}
