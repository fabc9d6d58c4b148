"""Every labelled set that the judge learns from: where it comes from, on what terms, and how often it is seen.

`Source.base` and `Source.natural` are passes over the set in the two stages of training: broad entailment data first,
then mostly claims that language models really wrote. Both were set by reading the sets and the first pilots, not tuned.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NATURAL", "SOURCES", "Source"]


@dataclass(frozen=True, slots=True)
class Source:
    """One labelled set.

    Attributes:
        name: file name without ``.jsonl.gz``.
        origin: public repository or paper it was taken from.
        licence: terms of the labels, and of the texts where they differ.
        base: passes over it in the first stage.
        natural: passes over it in the second stage.
        even: most times a row of the rarer class is repeated to bring both classes nearer to even odds.
    """

    name: str
    origin: str
    licence: str
    base: float
    natural: float
    even: int = 1


SOURCES = (
    Source("infotabs", "infotabs/infotabs", "Apache-2.0", 0.6, 0.35),
    Source("mnli_dev", "felipessalvatore/NLI_datasets (MultiNLI)", "MultiNLI terms", 1.0, 0.4),
    Source("snli_dev", "felipessalvatore/NLI_datasets (SNLI)", "CC BY-SA 4.0", 0.6, 0.15),
    Source("cad_nli", "acmi-lab/counterfactually-augmented-data", "Apache-2.0, SNLI text CC BY-SA 4.0", 0.5, 0.2),
    Source("med", "verypluming/MED", "CC BY-SA 4.0", 0.5, 0.15),
    Source("negation_nli", "mosharafhossain/negation-and-nli", "MIT", 0.8, 0.2),
    Source("conjnli", "swarnaHub/ConjNLI", "MIT", 1.0, 0.5),
    Source("fm2", "google-research/fool-me-twice", "Apache-2.0", 1.5, 0.9),
    Source("fever_symmetric", "TalSchuster/FeverSymmetric", "MIT", 1.5, 0.6),
    Source("summedits", "salesforce/factualNLG, without SAMSum", "Apache-2.0", 1.0, 0.7, even=2),
    Source("synthetic_factcg", "derenlei/FactCG (made by a language model)", "MIT", 1.5, 0.8, even=2),
    Source("begin", "google/BEGIN-dataset", "CC BY 4.0, CDLA", 1.0, 0.6, even=2),
    Source("faithdial_audit", "McGill-NLP/FaithDial", "MIT", 1.0, 0.4, even=3),
    Source("q2_wow", "orhonovich/q-squared", "Apache-2.0", 2.0, 1.0),
    Source("diasumfact", "731935354/Dia-Sum-Fact, without SAMSum", "MIT", 1.5, 1.0, even=2),
    Source("bump", "dataminr-ai/BUMP", "MIT; articles are their publishers'", 1.0, 0.8, even=3),
    Source("xsumfaith", "google-research-datasets/xsum_hallucination_annotations, violet-zct/fairseq-detect-hallucination",
           "CC BY 4.0 and MIT; articles are their publishers'", 0.5, 0.3, even=4),
    Source("contractnli", "TAOC0002/contract-nli", "CC BY 4.0", 0.7, 0.4, even=2),
    Source("scitail_dev", "felipessalvatore/NLI_datasets (SciTail)", "Apache-2.0", 1.5, 1.0),
    Source("tabfact_small", "wenhuchen/Table-Fact-Checking", "MIT", 1.0, 0.5),
    Source("wice_subclaim", "ryokamoi/wice", "ODC-BY, text CC BY-SA", 1.0, 0.7),
    Source("factscore", "shmsw25/FActScore, from a re-publication", "MIT, Wikipedia CC BY-SA; the re-publication says CC BY-NC in one place and CC BY in another",
           1.0, 1.0, even=2),
    Source("ragtruth_sentences", "ParticleMedia/RAGTruth", "MIT (annotations)", 1.0, 1.5, even=3),
    Source("ragtruth_answers", "ParticleMedia/RAGTruth", "MIT (annotations)", 1.0, 1.5, even=3),
    Source("factcheckgpt_stance", "yuxiaw/Factcheck-GPT", "Apache-2.0", 1.5, 2.0, even=2),
    Source("wice", "ryokamoi/wice", "ODC-BY, text CC BY-SA", 2.0, 2.0, even=2),
    Source("storysumm", "melaniesubbiah/storysumm", "MIT", 2.0, 2.0, even=2),
)  # fmt: skip

NATURAL = frozenset(
    {"factscore", "ragtruth_sentences", "ragtruth_answers", "factcheckgpt_stance", "wice", "storysumm"}
)
