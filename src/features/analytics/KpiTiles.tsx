/** Key figures of a period, each with its change. */
import type { CallKpi } from '#contract/analytics/entities.ts';
import { listKeyFigures } from '#contract/text/keyFigures.ts';
import css from './Dashboard.module.css';

export function KpiTiles({ kpi }: { readonly kpi: Pick<CallKpi, 'current' | 'previous'> }) {
  return (
    <dl className={css.tiles} aria-label="Key figures">
      {listKeyFigures(kpi).map(({ name, value, before, change, tone }) => (
        <div key={name} className={css.tile}>
          <dt>{name}</dt>
          <dd>
            <span className={css.figureValue}>{value}</span>
            {change !== null && (
              <span className={css.change} data-tone={tone}>
                {change}
              </span>
            )}
            {before !== null && <span className={css.before}>{`${before} before`}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
