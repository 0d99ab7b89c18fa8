import type { CatalogueName } from './catalogue.ts';

/** References to papers of the catalogue as people write them, and references to papers that do not exist. */

/** Right in every detail. */
export const REAL: [text: string, means: CatalogueName][] = [
  ['Attention is all you need', 'attention'],
  ['Vaswani et al. 2017, Attention is all you need', 'attention'],
  [
    'Vaswani, A., Shazeer, N., & Parmar, N. (2017). Attention is all you need. Advances in Neural Information Processing Systems, 30, 5998–6008.',
    'attention',
  ],
  [
    '[1] A. Vaswani et al., “Attention is all you need,” in Proc. Adv. Neural Inf. Process. Syst., 2017, pp. 5998–6008.',
    'attention',
  ],
  [
    'Vaswani, Ashish, et al. "Attention Is All You Need." Advances in Neural Information Processing Systems, vol. 30, 2017.',
    'attention',
  ],
  ['Ashish Vaswani, Noam Shazeer, and Niki Parmar. 2017. Attention is all you need. In NIPS.', 'attention'],
  ['Attention is all you need (Vaswani et al., 2017)', 'attention'],
  ['arXiv:1706.03762v5', 'attention'],
  ['https://arxiv.org/abs/1706.03762', 'attention'],
  ['1706.03762', 'attention'],
  ['LeCun Y, Bengio Y, Hinton G. Deep learning. Nature. 2015 May 28;521(7553):436-44.', 'deepLearning'],
  ['LeCun, Y., Bengio, Y. & Hinton, G. Deep learning. Nature 521, 436–444 (2015).', 'deepLearning'],
  ['https://doi.org/10.1038/NATURE14539', 'deepLearning'],
  ['altschul sf, gish w. basic local alignment search tool. j mol biol. 1990;215:403-10.', 'blast'],
  ['PMID: 26017442', 'deepLearning'],
  ['https://pubmed.ncbi.nlm.nih.gov/26017442/', 'deepLearning'],
  ['Kroto HW, Heath JR, et al. C60: Buckminsterfullerene. Nature. 1985;318:162-3.', 'buckminsterfullerene'],
  [
    'Devlin J, Chang MW. BERT: Pre-training of deep bidirectional transformers for language understanding. arXiv preprint arXiv:1810.04805. 2018.',
    'bert',
  ],
  [
    'Page MJ, McKenzie JE, Bossuyt PM, et al. The PRISMA 2020 statement: an updated guideline for reporting systematic reviews. BMJ 2021;372:n71. doi:10.1136/bmj.n71',
    'prisma',
  ],
  ['Breiman, L. (2001). Random forests. Machine Learning, 45(1), 5–32.', 'randomForests'],
  ['doi: 10.1023/A:1010933404324.', 'randomForests'],
  ['Breiman L. Random Forests. 2001. doi:10.1023/A:1010933404324', 'randomForests'],
  ['Breiman 2001, doi:10.1023/A:1010933404324', 'randomForests'],
  ['LeCun, Bengio, & Hinton (2015) doi:10.1038/nature14539', 'deepLearning'],
  ['K. He and X. Zhang, "Deep residual learning for image recognition," CVPR, 2016, pp. 770-778.', 'residual'],
  ['Hughes TP, Kerry JT. Global warming and recurrent mass bleaching of corals. Nature 2017;543:373–7.', 'bleaching'],
  ['Altschul, S. F., Gish, W. (1990) Basic local alignment search tool. J. Mol. Biol. 215, 403-410', 'blast'],
  [
    "Polack, F.P. and Thomas, S.J. (2020) 'Safety and efficacy of the BNT162b2 mRNA Covid-19 vaccine', N Engl J Med, 383(27), pp. 2603-2615.",
    'vaccine',
  ],
  [
    'Watson JD, Crick FHC. Molecular structure of nucleic acids; a structure for deoxyribose nucleic acid. Nature. 1953 Apr 25;171(4356):737-8.',
    'helix',
  ],
  ['Einstein A. Zur Elektrodynamik bewegter Korper. Ann Phys. 1905;322(10):891-921.', 'relativity'],
  [
    'Benjamini, Yoav, and Yosef Hochberg. 1995. “Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing.” Journal of the Royal Statistical Society B 57 (1): 289–300.',
    'falseDiscovery',
  ],
  [
    'Mueller J. Ärztliche Versorgung und Müdigkeit: eine Übersicht über dreissig Jahre. Z Beispiel. 2011;3:1-9.',
    'umbrella',
  ],
  [
    '@article{page2021, title = {The {PRISMA} 2020 statement: an updated guideline for reporting systematic reviews}, author = {Page, Matthew J. and McKenzie, Joanne E.}, year = {2021}, journal = {BMJ}}',
    'prisma',
  ],
  [
    '@inproceedings{he2016deep, title={Deep residual learning for image recognition}, author={He, Kaiming and Zhang, Xiangyu}, booktitle={CVPR}, pages={770--778}, year={2016}, doi={10.1109/CVPR.2016.90}}',
    'residual',
  ],
];

/** Right, and the paper was retracted. */
export const RETRACTED: [text: string, means: CatalogueName][] = [
  [
    'Wakefield AJ, Murch SH, et al. Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children. Lancet. 1998;351(9103):637-41.',
    'wakefield',
  ],
  ['10.1016/S0140-6736(97)11096-0', 'wakefield'],
  [
    'Mehra, M. R., & Desai, S. S. (2020). Hydroxychloroquine or chloroquine with or without a macrolide for treatment of COVID-19: a multinational registry analysis. The Lancet. https://doi.org/10.1016/S0140-6736(20)31180-6',
    'registry',
  ],
];

/** References to a real paper, with an error; the difference begins like this. */
export const ALTERED: [text: string, means: CatalogueName, differs: RegExp[]][] = [
  ['Vaswani et al. 2019, Attention is all you need', 'attention', [/^year: 2017, asked 2019$/]],
  [
    'LeCun Y, Bengio Y, Hinton G. Deep learning. Nature. 2013;521:436-44.',
    'deepLearning',
    [/^year: 2015, asked 2013$/],
  ],
  [
    'Smith J, Jones K. Global warming and recurrent mass bleaching of corals. Nature 2017;543:373–7.',
    'bleaching',
    [/^first author: Terry P\. Hughes, asked Smith$/],
  ],
  [
    'McKenzie JE, Page MJ. The PRISMA 2020 statement: an updated guideline for reporting systematic reviews. BMJ 2021;372:n71.',
    'prisma',
    [/^first author: Matthew J\. Page, asked McKenzie$/],
  ],
  [
    'Garcia, M. (2012). Deep residual learning for image recognition. CVPR.',
    'residual',
    [/^year: 2016, asked 2012$/, /^first author: Kaiming He, asked Garcia$/],
  ],
  [
    'Devlin J, Chang MW. BERT: Pre-training of deep bidirectional transformer for language understandng. NAACL. 2019.',
    'bert',
    [/^title: BERT: Pre-training/],
  ],
  ['Hughes, T. P. (2017). Global warming and recurent mass bleaching of corals. Nature.', 'bleaching', [/^title: /]],
  [
    'Page MJ, McKenzie JE. The PRISMA 2020 statement. BMJ 2021;372:n71.',
    'prisma',
    [/^title: The PRISMA 2020 statement: an updated/],
  ],
  [
    'Benjamini Y, Hochberg Y. Controlling the false discovery rate. J R Stat Soc B. 1995;57:289-300.',
    'falseDiscovery',
    [/^title: /],
  ],
  ['Polack FP. Safety and efficacy of BNT162b2 mRNA Covid-19 vaccine. NEJM. 2020.', 'vaccine', [/^title: /]],
  [
    'Altschul SF. Basic local alignment search tools for proteins. J Mol Biol. 1990;215:403-10.',
    'blast',
    [/^title: Basic local alignment/],
  ],
  [
    '@article{x, title={Global warming and recurrent mass bleaching of corals}, author={Hughes, Terry}, year={2018}}',
    'bleaching',
    [/^year: 2017, asked 2018$/],
  ],
  [
    'Hughes, T. P. (2017). Global warming and recurrent mass bleaching of corals. Nature. https://doi.org/10.1038/nature99999',
    'bleaching',
    [/^DOI: 10\.1038\/nature21707, asked 10\.1038\/nature99999$/],
  ],
  [
    'Breiman L. Random Forests. 2001. doi:10.1038/nature14539',
    'randomForests',
    [/^DOI: 10\.1023\/a:1010933404324, asked 10\.1038\/nature14539$/],
  ],
  [
    '(Smith et al., 2014) doi:10.1038/nature14539',
    'deepLearning',
    [/^year: 2015, asked 2014$/, /^first author: Yann LeCun, asked Smith$/],
  ],
];

/** References to invented papers: likely titles, names of real authors, DOIs of nothing and of other papers. */
export const INVENTED: string[] = [
  'Vaswani A, Shazeer N. Attention is not enough: recurrent memory for long documents. NeurIPS. 2019;32:112-123.',
  'Vaswani, A. (2018). Attention with sparse kernels for protein folding. Nature Machine Intelligence, 2(3), 45–58.',
  'Smith, J. A., & Brown, T. (2016). Deep learning for coral reef mapping in the Baltic Sea. Remote Sensing, 8, 99.',
  'Kumar R. Deep learning in radiology: a five-year outlook. Radiology. 2015;276:1-9.',
  'LeCun Y. Deep learning and the brain. Nature. 2016;533:1-9.',
  'Miller K. Deep learning. J Appl Stud. 2003;12:1-5.',
  'Breiman, L. (1999). Random orchards and boosted hedges. Machine Learning, 33(2), 101–119.',
  'Jones P. Random forests. Forestry Today. 1987;4:22-25.',
  'Hughes TP. Global cooling and recurrent mass recovery of sponges. Nature. 2014;512:11-15.',
  'Lee, S. (2019). Global warming and mass migration of cod. Marine Ecology, 12, 1–9.',
  'He K, Zhang X. Shallow residual learning for speech synthesis. ICASSP. 2017:1-5.',
  'Page MJ. The PRISMA 2024 statement: a guideline for reporting umbrella reviews of animals. BMJ 2024;384:q1.',
  'Polack FP. Safety and efficacy of an oral peptide vaccine against malaria in adults. N Engl J Med. 2019;381:1-10.',
  'Altschul SF. Fast global alignment of chromosomes on graphics processors. Bioinformatics. 2011;27:1-8.',
  'Watson JD, Crick FHC. Molecular structure of proteins: a structure for collagen. Nature. 1954;173:1-2.',
  'Patel R, Okafor C. Effects of moonlight on the sleep of shift workers: a cluster randomised trial. Sleep. 2018.',
  '10.1038/nature99999',
  'arXiv:2399.99999',
  'PMID: 99999999',
  'Okafor C. Tidal heating of urban rivers in winter. Water Res. 2020. doi:10.1038/nature14539',
  'Comment on: Global warming and recurrent mass bleaching of corals. Brown B. Nature. 2018.',
  'Hughes TP. Re: Jones et al. global warming and recurrent mass bleaching of corals. Nature. 2017;544:1.',
  'Wakefield AJ. Lymphoid hyperplasia and vaccination in adults: a registry study of three hospitals. Lancet. 2001.',
  '@article{x2020, title={Neural operators for tidal pools: a survey}, author={Vaswani, Ashish}, year={2020}}',
  '@article{y2017, title={Attention and memory in octopuses}, author={He, Kaiming}, year={2016}, doi={10.1109/cvpr.2016.90}}',
  'Quantum gravity of marine sponges in the Baltic Sea',
  'Neural topic flows',
];
