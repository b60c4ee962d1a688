/** What the list of companies shows. */
export interface CompanyListFilter {
  readonly q?: string | undefined;
  readonly organizationId?: number | undefined;
}

export interface CompanyListServices {
  /** Changes what the list shows and opens it; undefined takes a criterion away. */
  filter(changes: CompanyListFilter): void;
}
