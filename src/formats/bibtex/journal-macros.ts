/**
 * The journals for which AASTeX has commands. The Astrophysics Data System exports them instead of names, as in
 * `journal = {\apj}`.
 */
const JOURNALS: Record<string, string> = {
  aap: 'Astronomy and Astrophysics',
  aapr: 'Astronomy and Astrophysics Reviews',
  aaps: 'Astronomy and Astrophysics Supplement',
  actaa: 'Acta Astronomica',
  aj: 'Astronomical Journal',
  ao: 'Applied Optics',
  apj: 'Astrophysical Journal',
  apjl: 'Astrophysical Journal, Letters',
  apjs: 'Astrophysical Journal, Supplement',
  aplett: 'Astrophysics Letters',
  apss: 'Astrophysics and Space Science',
  araa: 'Annual Review of Astronomy and Astrophysics',
  azh: 'Astronomicheskii Zhurnal',
  baas: 'Bulletin of the American Astronomical Society',
  caa: 'Chinese Astronomy and Astrophysics',
  cjaa: 'Chinese Journal of Astronomy and Astrophysics',
  gca: 'Geochimica et Cosmochimica Acta',
  grl: 'Geophysics Research Letters',
  iaucirc: 'IAU Circulars',
  icarus: 'Icarus',
  jcap: 'Journal of Cosmology and Astroparticle Physics',
  jcp: 'Journal of Chemical Physics',
  jgr: 'Journal of Geophysical Research',
  jqsrt: 'Journal of Quantitative Spectroscopy and Radiative Transfer',
  jrasc: 'Journal of the Royal Astronomical Society of Canada',
  memras: 'Memoirs of the Royal Astronomical Society',
  memsai: 'Memorie della Società Astronomica Italiana',
  mnras: 'Monthly Notices of the Royal Astronomical Society',
  na: 'New Astronomy',
  nar: 'New Astronomy Review',
  nat: 'Nature',
  nphysa: 'Nuclear Physics A',
  pasa: 'Publications of the Astronomical Society of Australia',
  pasj: 'Publications of the Astronomical Society of Japan',
  pasp: 'Publications of the Astronomical Society of the Pacific',
  physrep: 'Physics Reports',
  physscr: 'Physica Scripta',
  planss: 'Planetary and Space Science',
  pra: 'Physical Review A',
  prb: 'Physical Review B',
  prc: 'Physical Review C',
  prd: 'Physical Review D',
  pre: 'Physical Review E',
  prl: 'Physical Review Letters',
  procspie: 'Proceedings of the SPIE',
  qjras: 'Quarterly Journal of the Royal Astronomical Society',
  rmxaa: 'Revista Mexicana de Astronomía y Astrofísica',
  skytel: 'Sky and Telescope',
  solphys: 'Solar Physics',
  sovast: 'Soviet Astronomy',
  ssr: 'Space Science Reviews',
  zap: 'Zeitschrift für Astrophysik',
};

/** The journal's name, if the field contains one such command and nothing else. */
export function journalOfMacro(latex: string | undefined): string | undefined {
  const macro = /^\{*\\([a-z]{2,8})(?:\{\})?\s*\}*$/.exec((latex ?? '').trim())?.[1] ?? '';
  return Object.hasOwn(JOURNALS, macro) ? JOURNALS[macro] : undefined;
}
