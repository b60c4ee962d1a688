/** The brand of the tenant, with the sign-in page as it will be in both themes and the contrast of its color. */
import { useQuery } from '@tanstack/react-query';
import type { CSSProperties } from 'react';
import { type BrandTheme, brandThemes, computeBrandColors, ownColors, pageColors, wordContrast } from '#contract/tenant/brand.ts';
import type { TenantSettings } from '#contract/tenant/entities.ts';
import { useApp, useCompanyId } from '../../api/app.ts';
import { toPlainError } from '../../api/errors.ts';
import { PaneBody, PaneHeader, type PaneProps, useRegisterPane } from '../../panes/index.ts';
import { StepButton } from '../../shared/steps/StepButton.tsx';
import sheet from '../../ui/Card.module.css';
import { CardRow } from '../../ui/CardRow.tsx';
import { ErrorState, LoadingLine, SkeletonRows } from '../../ui/index.ts';
import { createTenantQuery } from './data.ts';
import css from './Tenant.module.css';

export function BrandPane({ paneId }: PaneProps) {
  const companyId = useCompanyId();
  useRegisterPane(paneId, () => ({ scopes: ['tenant'], subject: null }));
  return (
    <>
      <PaneHeader title="Brand" />
      {companyId !== null && (
        <PaneBody>
          <Brand key={companyId} companyId={companyId} />
        </PaneBody>
      )}
    </>
  );
}

function Brand({ companyId }: { readonly companyId: number }) {
  const app = useApp();
  const query = useQuery(createTenantQuery(app, companyId));
  const tenant = query.data;
  const company = app.get().company?.name ?? '';
  return (
    <div className={sheet.card} data-pane-focus tabIndex={0} role="group" aria-label="Brand">
      <LoadingLine active={query.isFetching} />
      {!tenant && query.isPending && <SkeletonRows rows={5} />}
      {!tenant && query.error && (
        <ErrorState action={{ title: 'Try again', onAct: () => void query.refetch() }}>{toPlainError(query.error).message}</ErrorState>
      )}
      {tenant && (
        <>
          <div className={sheet.block}>
            <dl className={sheet.rows}>
              <CardRow label="Name">{tenant.name ?? `${company} (company name)`}</CardRow>
              <CardRow label="Color">
                {tenant.accent !== null && (
                  <span className={css.color}>
                    <span aria-hidden className={css.swatch} style={{ background: tenant.accent }} />
                    {tenant.accent}
                  </span>
                )}
              </CardRow>
              <CardRow label="Support email">{tenant.supportEmail ?? app.config.supportEmail}</CardRow>
              <CardRow label="Email from">{tenant.emailSender?.status === 'verified' ? tenant.emailSender.address : 'Default address'}</CardRow>
              <CardRow label="Logo">{tenant.logoUrl !== null && <img className={css.logo} src={tenant.logoUrl} alt="Logo" />}</CardRow>
              <CardRow label="Address">{tenant.host ?? 'No domain in use yet'}</CardRow>
            </dl>
            <div className={css.actions}>
              <StepButton command="brand.name" title="Name" />
              <StepButton command="brand.accent" title="Color" />
              <StepButton command="brand.supportEmail" title="Support email" />
              <StepButton command="brand.logo" title="Upload logo" />
              {tenant.logoUrl !== null && <StepButton command="brand.removeLogo" title="Remove logo" />}
              <StepButton command="go.emailSender" title="Email sender" />
              <StepButton command="go.customDomain" title="Custom domain" />
            </div>
          </div>
          <div className={sheet.block}>
            <h3 className={sheet.heading}>Sign-in preview</h3>
            <div className={css.previews}>
              {brandThemes.map((theme) => (
                <Preview key={theme} theme={theme} tenant={tenant} name={tenant.name ?? company} />
              ))}
            </div>
          </div>
        </>
      )}
    </div>
  );
}

const themeLabel: Readonly<Record<BrandTheme, string>> = { dark: 'Dark theme', light: 'Light theme' };
const formatRatio = (ratio: number): string => `${ratio.toFixed(1)}:1`;

interface PreviewProps {
  readonly theme: BrandTheme;
  readonly tenant: TenantSettings;
  readonly name: string;
}

function Preview({ theme, tenant, name }: PreviewProps) {
  const colors = computeBrandColors(tenant.accent ?? ownColors[theme].accent, theme);
  if (!colors) return null;
  const isCorrected = colors.given < wordContrast;
  const style = { '--page': pageColors[theme], '--words': ownColors[theme].ink, '--mark': colors.accent, '--mark-ink': colors.ink } as CSSProperties;
  return (
    <figure className={css.preview} data-preview={theme}>
      <div aria-hidden className={css.page} style={style}>
        <p className={css.pageBrand}>
          {tenant.logoUrl === null ? <span className={css.pageMark}>{name.charAt(0)}</span> : <img src={tenant.logoUrl} alt="" />}
          {name}
        </p>
        <p className={css.pageHeading}>Sign in</p>
        <span className={css.pageField} />
        <span className={css.pageButton}>Sign in</span>
        <span className={css.pageLink}>forgot password?</span>
      </div>
      <figcaption>
        {themeLabel[theme]}: contrast {formatRatio(colors.given)}
        {isCorrected ? `, drawn as ${colors.accent} at ${formatRatio(colors.drawn)}` : ''}. Button text {formatRatio(colors.onAccent)}.
      </figcaption>
    </figure>
  );
}
