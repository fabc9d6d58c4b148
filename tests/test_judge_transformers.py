"""The judge ``transformers:<model>``: how outputs of foreign models become verdicts, and what it says of those it cannot use."""

import json
import pickle
import sys
from pathlib import Path

import pytest

import upheld
from upheld.judges import resolve_judge
from upheld.judges.base import Task
from upheld.judges.transformers import TransformersJudge

WORDS = "the shop is open on monday sunday and closed cat tower tall free red [ ] sep cls 0 1 predict : . ,".split()
CONTEXT = "The shop is open on Monday. The tower is tall."


@pytest.fixture(scope="module")
def hub():
    """The libraries; tests that use them run where the extra is installed."""
    pytest.importorskip("torch", reason="needs the extra transformers")
    return pytest.importorskip("transformers", reason="needs the extra transformers")


@pytest.fixture
def save(hub, tmp_path):
    """Save a tiny model with random weights; return its folder. `bias` makes its outputs known."""
    import torch

    def tokenizer(kind="bert"):
        from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

        words = {word: n for n, word in enumerate(["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS])}
        made = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))  # noqa: S106 - a token of texts
        made.normalizer = normalizers.Lowercase()
        made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        made.post_processor = {
            "bert": processors.BertProcessing(("[SEP]", 3), ("[CLS]", 2)),
            "roberta": processors.RobertaProcessing(("[SEP]", 3), ("[CLS]", 2)),
            "t5": processors.TemplateProcessing(
                single="$A [SEP]", pair="$A [SEP] $B [SEP]", special_tokens=[("[SEP]", 3)]
            ),
        }[kind]
        names = {"input_ids", "token_type_ids", "attention_mask"} - (
            {"token_type_ids"} if kind != "bert" else set()
        )
        special = {"unk": "UNK", "pad": "PAD", "cls": "CLS", "sep": "SEP", "eos": "SEP"}
        return hub.PreTrainedTokenizerFast(
            tokenizer_object=made,
            model_max_length=512,
            model_input_names=sorted(names),
            **{f"{name}_token": f"[{token}]" for name, token in special.items()},
        )

    def write(labels, bias=None, name="model", kind="bert", length=130):
        torch.manual_seed(3)
        config = hub.BertConfig(
            vocab_size=len(WORDS) + 4,
            hidden_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            intermediate_size=64,
            max_position_embeddings=length,
            id2label=dict(enumerate(labels)),
            label2id={label: n for n, label in enumerate(labels)},
            initializer_range=0.4,
        )
        model = hub.BertForSequenceClassification(config)
        if bias is not None:
            with torch.no_grad():
                model.classifier.weight.zero_()
                model.classifier.bias.copy_(torch.tensor(bias))
        model.save_pretrained(tmp_path / name)
        tokenizer(kind).save_pretrained(tmp_path / name)
        return str(tmp_path / name)

    write.tokenizer = tokenizer
    return write


def edit(folder, **changes):
    """Change entries of a saved configuration."""
    path = Path(folder, "config.json")
    config = json.loads(path.read_text(encoding="utf-8"))
    path.write_text(json.dumps({**config, **changes}), encoding="utf-8")


def verdict(judge, claim="The shop is open.", context=CONTEXT):
    (judgement,) = judge.judge([Task("1", (claim,), (upheld.Chunk(context),))])
    return judgement.verdicts[0]


@pytest.mark.parametrize("missing", ["transformers", "torch"])
def test_without_the_extra_the_error_says_what_to_install(monkeypatch, missing):
    """Who has not installed the extra reads the one command that does."""
    if missing == "torch":
        monkeypatch.setitem(
            sys.modules, "transformers", sys
        )  # any module will do: it is not used before torch
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(upheld.ConfigurationError, match=r"pip install 'upheld\[transformers\]'") as caught:
        resolve_judge("transformers:some/model")
    assert missing in str(caught.value).partition("MODEL")[2]


@pytest.mark.parametrize("name", ["transformers", "transformers:", "transformers:  "])
def test_a_judge_without_a_model_says_how_to_name_one(name):
    """The kind of judge alone is no judge."""
    with pytest.raises(upheld.ConfigurationError, match=r"name a model, such as transformers:"):
        resolve_judge(name)


@pytest.mark.parametrize(
    "labels",
    [
        ["ENTAILMENT", "NEUTRAL", "CONTRADICTION"],
        ["contradiction", "entailment", "neutral"],
        ["Not Enough Info", "Refutes", "SUPPORTS"],
    ],
)
def test_three_classes_are_known_by_their_names_in_any_case_and_order(save, labels):
    """Each class gives its verdict with its probability, wherever it stands."""
    meant = {
        "entailment": "supported",
        "supports": "supported",
        "neutral": "not_enough_info",
        "not enough info": "not_enough_info",
        "contradiction": "contradicted",
        "refutes": "contradicted",
    }
    for n, label in enumerate(labels):
        bias = [0.0, 0.0, 0.0]
        bias[n] = 3.0  # softmax: e^3 / (e^3 + 2) = 0.9094, the others 0.0453
        found = verdict(TransformersJudge(save(labels, bias)))
        expected = meant[label.casefold()]
        assert found.label == expected
        assert found.probability == pytest.approx(0.9094 if expected == "supported" else 0.0453, abs=1e-4)
        assert found.p_contradicted == pytest.approx(
            0.9094 if expected == "contradicted" else 0.0453, abs=1e-4
        )


@pytest.mark.parametrize(
    ("labels", "bias", "label", "probability"),
    [
        (["LABEL_0", "LABEL_1"], [0.0, 2.0], "supported", 0.8808),  # 1 / (1 + e^-2)
        (["LABEL_0", "LABEL_1"], [2.0, 0.0], "not_enough_info", 0.1192),
        (["entailment", "not_entailment"], [2.0, 0.0], "supported", 0.8808),
        (["Unfaithful", "Faithful"], [2.0, 0.0], "not_enough_info", 0.1192),
        (["LABEL_0"], [2.0], "supported", 0.8808),  # one score: its sigmoid
        (["LABEL_0"], [-2.0], "not_enough_info", 0.1192),
    ],
)
def test_checkers_of_two_classes_or_one_score_know_no_contradiction(save, labels, bias, label, probability):
    """What is not supported has not enough proof; P(contradicted) stays unknown."""
    found = verdict(TransformersJudge(save(labels, bias)))
    assert (found.label, found.p_contradicted) == (label, None)
    assert found.probability == pytest.approx(probability, abs=1e-4)


def test_a_claim_that_is_half_supported_depends_on_the_inference(save):
    """P(supported) = 0.45 is enough for a reasonable reader and not for a strict one; the signature tells them apart."""
    folder = save(["LABEL_0", "LABEL_1"], [0.2007, 0.0])
    strict, reasonable = (
        resolve_judge(f"transformers:{folder}", mode) for mode in ("entailed", "reasonable")
    )
    assert (verdict(strict).label, verdict(reasonable).label) == ("not_enough_info", "supported")
    assert strict.signature != reasonable.signature


def test_probabilities_are_those_of_the_model_itself(save, hub):
    """The pair is put together as the model's own tokenizer does it: premise first, claim second."""
    import torch

    folder = save(["entailment", "neutral", "contradiction"])
    model = hub.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    claim, context = "the shop is closed on sunday", "the shop is open on monday"
    pair = hub.AutoTokenizer.from_pretrained(folder)(context, claim, return_tensors="pt")
    assert pair["token_type_ids"].sum() > 0
    with torch.inference_mode():
        right = model(**pair).logits.softmax(-1)[0].tolist()
        turned = (
            model(**hub.AutoTokenizer.from_pretrained(folder)(claim, context, return_tensors="pt"))
            .logits.softmax(-1)[0]
            .tolist()
        )
    found = verdict(TransformersJudge(folder), claim, context)
    assert (found.probability, found.p_contradicted) == pytest.approx((right[0], right[2]), abs=1e-4)
    assert turned != pytest.approx(right, abs=1e-3), "a model that does not see the order proves nothing"


def test_minicheck_joins_its_texts_with_one_separator(save, hub):
    """RoBERTa's own pair has two separators; MiniCheck was trained with one."""
    import torch

    folder = save(["LABEL_0", "LABEL_1"], kind="roberta")
    model = hub.AutoModelForSequenceClassification.from_pretrained(folder).eval()
    tokenizer = hub.AutoTokenizer.from_pretrained(folder)
    joined = tokenizer("the shop is open[SEP]the shop is closed", return_tensors="pt")
    assert joined["input_ids"][0].tolist().count(3) == 2
    with torch.inference_mode():
        right = model(**joined).logits.softmax(-1)[0, 1].item()
        apart = model(**tokenizer("the shop is open", "the shop is closed", return_tensors="pt"))
    assert apart.logits.softmax(-1)[0, 1].item() != pytest.approx(right, abs=1e-3), "both would pass"
    found = verdict(TransformersJudge(folder), "the shop is closed", "the shop is open")
    assert found.probability == pytest.approx(right, abs=1e-4)


def test_minicheck_flan_t5_is_read_by_the_first_token_that_it_writes(save, hub, tmp_path):
    """P(supported) is the share of "1" against "0" at the first place, after "predict: PREMISE</s>CLAIM</s>"."""
    import torch

    torch.manual_seed(3)
    config = hub.T5Config(
        vocab_size=len(WORDS) + 4,
        d_model=32,
        d_kv=16,
        d_ff=64,
        num_layers=2,
        num_heads=2,
        decoder_start_token_id=0,
        eos_token_id=3,
        initializer_factor=3.0,
    )
    folder = tmp_path / "tiny-MiniCheck-t5"
    model = hub.T5ForConditionalGeneration(config).eval()
    model.save_pretrained(folder)
    tokenizer = save.tokenizer("t5")
    tokenizer.save_pretrained(folder)
    pair = tokenizer("predict: the shop is open[SEP]the shop is closed", return_tensors="pt")
    zero, one = (tokenizer(text, add_special_tokens=False)["input_ids"][0] for text in "01")
    with torch.inference_mode():
        logits = model(**pair, decoder_input_ids=torch.tensor([[0]])).logits[0, 0, [zero, one]]
    found = verdict(TransformersJudge(str(folder)), "the shop is closed", "the shop is open")
    assert found.probability == pytest.approx(logits.softmax(-1)[1].item(), abs=1e-4)
    assert found.p_contradicted is None


def test_other_models_that_write_text_are_refused(save, hub, tmp_path):
    """A model that was not trained to write 0 and 1 would give numbers that mean nothing."""
    hub.T5ForConditionalGeneration(
        hub.T5Config(vocab_size=40, d_model=16, d_kv=8, d_ff=16, num_layers=1, num_heads=2)
    ).save_pretrained(tmp_path / "t5")
    with pytest.raises(
        upheld.ConfigurationError, match=r"T5ForConditionalGeneration: only sequence classifiers"
    ):
        TransformersJudge(str(tmp_path / "t5"))


@pytest.mark.parametrize(
    "labels", [["LABEL_0", "LABEL_1", "LABEL_2"], ["good", "bad"], ["neutral", "contradiction"]]
)
def test_labels_that_say_nothing_are_listed_with_the_way_to_map_them(save, labels):
    """An order of classes is never guessed."""
    folder = save(labels)
    with pytest.raises(upheld.ConfigurationError) as caught:
        TransformersJudge(folder)
    text = str(caught.value)
    assert all(repr(label) in text for label in labels)
    assert "labels={" in text
    assert "not_enough_info" in text


def test_labels_can_be_mapped_in_python(save):
    """The user says what each class means; several may mean one thing, and the signature holds it."""
    folder = save(["a", "b", "c"], [1.0, 1.0, 0.0])  # softmax: 0.4223, 0.4223, 0.1554
    mapped = {"a": "supported", "b": "supported", "c": "contradicted"}
    judge = TransformersJudge(folder, labels=mapped)
    assert verdict(judge).probability == pytest.approx(0.8446, abs=1e-4)
    assert "a=supported,b=supported,c=contradicted" in judge.signature


@pytest.mark.parametrize(
    "labels",
    [
        {},
        {"a": "supported"},
        {"a": "supported", "b": "yes"},
        {"a": "supported", "x": "contradicted"},
        {"a": "supported", "b": "error"},
        {"a": "contradicted", "b": "not_enough_info"},
        ["supported", "contradicted"],
    ],
)
def test_a_wrong_mapping_is_a_configuration_error(save, labels):
    """Each label of the model needs a verdict, one of them supported; nothing is guessed for one left out."""
    folder = save(["a", "b"])
    with pytest.raises(upheld.ConfigurationError, match=r"has the labels 'a', 'b'") as caught:
        TransformersJudge(folder, labels=labels)
    assert "labels was" in str(caught.value)


def test_code_of_a_model_is_never_run(save, tmp_path):
    """A model that brings its own code is refused with the reason, and the code is not touched."""
    folder = save(["LABEL_0"])
    (tmp_path / "model" / "own.py").write_text(
        f"open({str(tmp_path / 'ran')!r}, 'w').close()\nfrom transformers import BertConfig as Own\n"
    )
    edit(folder, model_type="own_thing", auto_map={"AutoConfig": "own.Own"})
    with pytest.raises(
        upheld.ConfigurationError, match=r"code of its own.*never run here.*trust_remote_code"
    ):
        TransformersJudge(folder)
    assert not (tmp_path / "ran").exists()


def test_a_model_without_a_trained_head_is_refused(save, hub, tmp_path):
    """A base model gets random weights for its head when it is loaded: no verdict may come from those."""
    folder = save(["entailment", "neutral", "contradiction"])
    bare = hub.AutoModel.from_pretrained(folder)
    bare.save_pretrained(folder)
    edit(
        folder,
        architectures=["BertForSequenceClassification"],
        id2label={"0": "entailment", "1": "neutral", "2": "contradiction"},
    )
    with pytest.raises(upheld.ConfigurationError, match=r"classifier\.bias.*not trained to judge"):
        verdict(TransformersJudge(folder))


@pytest.mark.parametrize("name", ["./no-such-model", "~/no-such-model-here", "/no/such/model"])
def test_a_folder_that_is_not_there_is_no_name_of_the_hub(hub, name):
    """A path is a path: no request leaves for it."""
    with pytest.raises(upheld.ConfigurationError, match="no such folder"):
        resolve_judge(f"transformers:{name}")


def test_a_folder_that_holds_no_model_is_named_in_one_line(hub, tmp_path):
    """What the library says about it is passed on, without its line breaks."""
    with pytest.raises(upheld.ConfigurationError, match="cannot load the model") as caught:
        TransformersJudge(str(tmp_path))
    assert "\n" not in str(caught.value)


def test_the_signature_holds_the_weights_and_not_the_place(save):
    """Two copies of a model are one judge; other weights under the same name are another."""
    labels = ["LABEL_0", "LABEL_1"]
    one = TransformersJudge(save(labels, [0.0, 1.0], "a/model")).signature
    copy = TransformersJudge(save(labels, [0.0, 1.0], "b/model") + "/").signature
    other = TransformersJudge(save(labels, [0.0, 2.0], "c/model")).signature
    assert one == copy != other
    assert one.startswith("transformers-1:model@")


def tasks():
    """Claims of very different lengths, over several tasks."""
    for n in range(12):
        claims = tuple("the shop is open on monday and " * (1 + (n + k) % 4) + "closed" for k in range(n % 5))
        yield Task(str(n), claims, (upheld.Chunk("The shop is open on Monday. " * (1 + n % 3)),))


def test_a_pair_scores_the_same_in_every_company(save, monkeypatch):
    """Padding and the size of a batch do not move a probability, and each verdict comes back to its claim."""
    judge = TransformersJudge(save(["entailment", "neutral", "contradiction"]))
    together = {j.task_id: j.verdicts for j in judge.judge(tasks())}
    monkeypatch.setattr("upheld.judges._hub._BATCH_TOKENS", 1)
    alone = {j.task_id: j.verdicts for task in tasks() for j in judge.judge([task])}
    assert list(together) == [str(n) for n in range(12)]
    assert [len(v) for v in together.values()] == [n % 5 for n in range(12)]
    numbers = {v.probability for verdicts in together.values() for v in verdicts}
    assert len(numbers) > 3, "a model that says the same of all proves nothing"
    for task_id, verdicts in together.items():
        assert [v.probability for v in verdicts] == pytest.approx(
            [v.probability for v in alone[task_id]], abs=2e-4
        )


def test_tasks_are_judged_as_they_come(save, monkeypatch):
    """Judgements are given before the source has ended: memory does not grow with the run."""
    monkeypatch.setattr("upheld.judges.transformers._PAIRS", 4)
    read = []

    def endless():
        while True:
            read.append(1)
            yield Task(str(len(read)), ("the shop is open",), (upheld.Chunk(CONTEXT),))

    judged = TransformersJudge(save(["LABEL_0", "LABEL_1"])).judge(endless())
    assert [next(judged).task_id for _ in range(5)] == ["1", "2", "3", "4", "5"]
    assert len(read) <= 8
    assert list(TransformersJudge(save(["LABEL_0"])).judge([])) == []


def test_special_tokens_in_a_text_are_only_text(save):
    """An answer or context that spells a separator does not become two texts for the model."""
    judge = TransformersJudge(save(["entailment", "neutral", "contradiction"]))
    verdict(judge)
    loaded = judge._model._ready
    ((premise, claim),) = judge._model._tokens([("the shop [SEP] is open", "[CLS] closed [PAD]")], loaded)
    assert not {0, 2, 3}.intersection(premise + claim)


def test_broken_characters_fail_no_sample(save):
    """A lone surrogate or a control character is read as an unknown word, and the sample gets its verdict."""
    judge = TransformersJudge(save(["LABEL_0", "LABEL_1"], [0.0, 3.0]))
    assert (
        verdict(judge, "The shop is \ud800 open.", "The \udfff shop \x00\x1b[2J is open.").label
        == "supported"
    )


def test_a_passage_longer_than_the_model_is_cut_and_flagged(save):
    """The claim is kept whole, the premise loses its end, and the verdict says so."""
    judge = TransformersJudge(save(["LABEL_0", "LABEL_1"], [0.0, 3.0], length=40))
    long = verdict(judge, "The shop is open.", "The shop is open on Monday and closed on Sunday. " * 20)
    short = verdict(judge, "The shop is open.", "The shop is open.")
    assert "cut" in long.flags
    assert "left out" in long.reason
    assert short.flags == ()
    huge = verdict(judge, "the shop is open and closed " * 50, "The shop is open.")
    assert "cut" in huge.flags


def test_evidence_is_the_sentence_that_holds_the_words(save):
    """The place is exact, in the chunk where it stands; what is not supported names the closest passage instead."""
    chunks = ["The cat is red.", "Nothing. The tower is tall and free."]
    labels = ["entailment", "neutral", "contradiction"]
    for bias, expected in (([5.0, 0, 0], "supported"), ([0, 0, 5.0], "contradicted")):
        result = upheld.check(
            "The tower is tall.", chunks, judge=f"transformers:{save(labels, bias)}", checks="off"
        )
        (claim,) = result.claims
        (place,) = claim.verdict.evidence
        assert claim.verdict.label == expected
        assert (place.chunk, place.text) == (1, "The tower is tall and free.")
        assert chunks[1][place.start : place.end] == place.text
    result = upheld.check(
        "The tower is tall.", chunks, judge=f"transformers:{save(labels, [0, 5.0, 0])}", checks="off"
    )
    assert result.claims[0].verdict.evidence == ()
    assert result.claims[0].verdict.nearest.text == "The tower is tall and free."


def test_support_without_a_shared_word_is_marked_as_unproven(save):
    """A model may see a paraphrase; where no sentence shares a word with it, no sentence is shown as proof."""
    judge = TransformersJudge(save(["LABEL_0", "LABEL_1"], [0.0, 3.0]))
    result = upheld.check(
        "Automobiles rust.",
        ["Vehicles corrode. Rain falls."],
        judge=judge,
        claims=["Automobiles rust."],
        checks="off",
    )
    assert result.claims[0].verdict.label == "supported"
    assert "unproven" in result.claims[0].verdict.flags


def test_a_long_context_is_condensed_to_what_is_close(save):
    """In 5,000 sentences the one that matters is read; a claim that shares no word with any is not asked about."""
    judge = TransformersJudge(save(["LABEL_0", "LABEL_1"], [0.0, 3.0], length=512))
    context = "Rain falls on hills. " * 2500 + "The tower is tall. " + "Rain falls on hills. " * 2500
    found = verdict(judge, "The tower is tall.", context)
    assert [place.text for place in found.evidence] == ["The tower is tall."]
    assert found.flags == ()
    unread = verdict(judge, "Zebras gallop.", context)
    assert unread.label == "not_enough_info"
    assert "no sentence of the context shares a word" in unread.reason


def test_a_judge_travels_by_its_arguments(save):
    """What is sent to another process is a name, not a model; there it judges the same."""
    folder = save(["a", "b"], [0.0, 3.0])
    judge = TransformersJudge(folder, "reasonable", labels={"a": "contradicted", "b": "supported"})
    first = verdict(judge)
    packed = pickle.dumps(judge)
    assert len(packed) < 2000
    again = pickle.loads(packed)  # noqa: S301 - packed two lines above
    assert again.signature == judge.signature
    assert verdict(again) == first


def test_threads_share_one_judge(save):
    """Eight threads at once give what one gives, and load the model once."""
    from concurrent.futures import ThreadPoolExecutor

    folder = save(["entailment", "neutral", "contradiction"])
    claims = ["the shop is open", "the tower is tall and free", "the cat is red", "closed on sunday"] * 6
    one = TransformersJudge(folder)
    right = [verdict(one, claim) for claim in claims]
    shared = TransformersJudge(folder)
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda claim: verdict(shared, claim), claims)) == right
